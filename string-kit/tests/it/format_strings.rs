//! `capture!` against `format!`, over format strings of every kind.
#![allow(clippy::uninlined_format_args, clippy::no_effect_underscore_binding)]
#![allow(
    clippy::print_literal,
    clippy::useless_format,
    clippy::to_string_in_format_args
)]
#![allow(clippy::format_in_format_args, clippy::eq_op, clippy::write_literal)]

use string_kit::{SharedStr, capture, str_list, try_capture};

/// Compares the text of each call with that of `format!`.
macro_rules! same {
    ($(($($format:tt)+))*) => {$(
        assert_eq!(capture!(String; $($format)+), format!($($format)+));
        assert_eq!(try_capture!(SharedStr; $($format)+).unwrap(), format!($($format)+));
    )*};
}

fn move_out(text: String) -> String {
    text
}

#[test]
#[rustfmt::skip]
fn good_format_strings_have_the_text_of_format() {
    let (name, number, width, prec) = ("eu-west", 2.5, 9, 2);
    let (r_name, größe, r#type, r#match) = (1, 3, "type", 'm');
    same! {
("") ("plain") ("{{}}") ("{{") ("}}") ("a{{b}}c") ("{{{}}}", 1) ("{{{{{}", 1) ("\n\t\\\"\'\0")
("\x41\u{e9}\u{1F600}") (r"raw \n {}", 1)
(r#"raw "quoted" {}"#, 1) ("line \
    continued {}", 1)
("{}", 1) ("{}", "text") ("{}", 'c') ("{}", true) ("{}", 1.5) ("{}", -0.0) ("{}", f64::NAN)
("{}", u128::MAX) ("{}", i128::MIN)
("{}{}", 1, 2) ("{} {} {}", 1, "b", 'c') ("{0}", 1) ("{0}{0}", 1) ("{1}{0}", 1, 2)
("{1} {} {0} {}", 1, 2) ("{0}-{}", 1) ("{}{}", 1, 2,)
("{00}", 1) ("{01}{0}", 1, 2) ("{0:}{1:}", 1, 2)
("{a}", a = 1) ("{a} {b} {a}", a = 1, b = "x") ("{} {a}", 1, a = 2) ("{a} {}", 1, a = 2)
("{0} {a} {0}", 1, a = 2)
("{name}") ("{name} {number}") ("{name}-{}", 1) ("{name:>8}|") ("{number:08.3}") ("{r_name}")
("{größe}") ("{type}") ("{type:>4}") ("{match}{type}")
("{type}", type = 7) ("{kind}", kind = name) ("{number}", number = 9)
("{:?}", "text") ("{:?}", 'c') ("{:#?}", (1, "b")) ("{:?}", [1, 2]) ("{name:?}") ("{0:?} {0}", "x")
("{:5}|", 1) ("{:<5}|", 1) ("{:^5}|", 1) ("{:>5}|", 1) ("{:*<5}|", 1) ("{:*^5}|", "ab")
("{:é>5}|", "ab") ("{:}<5}|", 1) ("{:{<5}|", 1) ("{:}^7}", "ab") ("{:<<5}|", 1)
("{:+}", 1) ("{:+}", 1.5) ("{:-}", 1) ("{:#x}", 255) ("{:#X}", 255) ("{:#o}", 8) ("{:#b}", 5)
("{:x}", 255) ("{:X}", 255) ("{:o}", 8) ("{:b}", 5) ("{:e}", 1500.0) ("{:E}", 1500.0)
("{:02x}", 10) ("{:#010x}", 10) ("{:+05}", 7) ("{:<05}", 7) ("{:08.2}", -1.5) ("{:+.3e}", 12345.678)
("{:x?}", [10, 255]) ("{:X?}", [10, 255]) ("{:#x?}", [1])
("{:.2}", 1.2345) ("{:.0}", 1.5) ("{:.3}", "abcdef") ("{:5.1}|", 2.25) ("{:<8.3}|", "abcdef")
("{:.}", 1.5)
("{:1$}|", 7, 5) ("{:width$}|", 7, width = 5) ("{:width$}|", 7) ("{:>width$.prec$}|", 1.23456)
("{:.*}", 2, 1.2345) ("{:.*} {}", 2, 1.2345, 3) ("{1:.*} {}", 2, 1.2345) ("{:.1$}", 1.2345, 2)
("{:.prec$}", 1.2345)
("{:2$} {:2$}|", 1, 2, 6) ("{0:1$.2$}|", 1.2345, 9, 2) ("{:>1$}|", "a", 4) ("{:>1$}|{}", "a", 4)
("{a:b$}|", a = 1, b = 4) ("{:a$.b$}|", 1.5, a = 8, b = 3) ("{:0width$}", 42) ("{:#0width$x}", 42)
("{:>width$}|", name) ("{0:>1$}{0}", "x", 3)
("{ }", 1) ("{0 }", 1) ("{: }", 1) ("{0: }", 1) ("{name }") ("{:5 }|", 1) ("{name:?  }")
("{:? }", 1)
("{}", format_args!("{:>3}", 1)) ("{}", format!("{}", 2))
("{}", if number > 1.0 { "a" } else { "b" }) ("{}", { let x = 3; x + 1 }) ("{}", [1, 2][1])
("{}", 1 + 2 * 3) ("{}", -1) ("{}", !0_u8) ("{}", 1 == 1) ("{}", "a" < "b")
("{}", &&&1) ("{}", String::from("temporary")) ("{}", name.len()) ("{a}", a = 1 == 2)
("{}", move_out(String::from("x")))
("{:p}", std::ptr::null::<u8>()) ("{}", std::borrow::Cow::Borrowed("cow")) ("{}", Box::new(1))
("{}", std::sync::Arc::<str>::from("arc")) ("{}", &1 as &dyn std::fmt::Display)
("{}{}{}{}{}{}{}{}", 1_u8, 2_u16, 3_u32, 4_u64, 5_i8, 6_i16, 7_i32, 8_i64) ("π {} ß {}", 1, 2)
(concat!("a {} ", "b"), 1) ("\r\u{1F_600}") ("{}%", 50) ("{}\u{7f}{}", 1, 2)
    }
}

#[test]
#[rustfmt::skip]
fn more_placeholders_than_pieces() {
    same! {
("{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}\
    {}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}",
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64)
("{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}\
    {}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}\
    {}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}",
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70,
    71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93,
    94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112,
    113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129)
    }
}

#[test]
fn a_long_text_spills() {
    let text = "0123456789".repeat(500);
    same! { ("{text}") ("{text}-{}", 7) ("{}-{text:>6000}-{text}", 7) }
}

#[test]
fn arguments_are_borrowed_and_names_do_not_clash() {
    let (args, v, w, p) = (String::from("args"), 1, 2, 3);
    same! { ("{args}{v}{w}{p}{v:w$.p$}",) }
    assert_eq!(args, "args");
}

/// Makes a trait of all types, with a method for each name that the macros might call.
macro_rules! blanket {
    ($trait:ident $receiver:tt) => {
        blanket! {
            $trait $receiver: with piece to_piece text probe index deref display write fmt end
        }
    };
    ($trait:ident $receiver:tt: $($method:ident)*) => {
        #[allow(dead_code, clippy::wrong_self_convention, reason = "no macro calls them")]
        trait $trait {
            $(fn $method $receiver where Self: Sized {})*
        }

        impl<T: ?Sized> $trait for T {}
    };
}
blanket!(ByValue(self));
blanket!(ByReference(&self));
blanket!(ByMutableReference(&mut self));

#[test]
fn methods_of_a_blanket_trait_in_scope_change_nothing() {
    struct Own;
    impl std::fmt::Display for Own {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("own")
        }
    }
    assert_eq!(capture!(String; "{}-{}-{:>3}", Own, 1, "a"), "own-1-  a");
    assert_eq!(str_list![Own, 1, "a"], ["own", "1", "a"]);
}
