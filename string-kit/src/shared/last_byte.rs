//! The last byte of a `SharedStr`.

/// The last byte of an inline text, or a tag. `layout.rs` says what each tag means.
///
/// Numbers above the last tag are none, so that an `Option` of a type that ends with this byte takes
/// no more bytes.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "a text has most of them")]
#[repr(u8)]
#[rustfmt::skip]
pub(super) enum LastByte {
    // The last byte of a text of 16 bytes.
    X00 = 0, X01, X02, X03, X04, X05, X06, X07, X08, X09, X0A, X0B, X0C, X0D, X0E, X0F,
    X10, X11, X12, X13, X14, X15, X16, X17, X18, X19, X1A, X1B, X1C, X1D, X1E, X1F,
    X20, X21, X22, X23, X24, X25, X26, X27, X28, X29, X2A, X2B, X2C, X2D, X2E, X2F,
    X30, X31, X32, X33, X34, X35, X36, X37, X38, X39, X3A, X3B, X3C, X3D, X3E, X3F,
    X40, X41, X42, X43, X44, X45, X46, X47, X48, X49, X4A, X4B, X4C, X4D, X4E, X4F,
    X50, X51, X52, X53, X54, X55, X56, X57, X58, X59, X5A, X5B, X5C, X5D, X5E, X5F,
    X60, X61, X62, X63, X64, X65, X66, X67, X68, X69, X6A, X6B, X6C, X6D, X6E, X6F,
    X70, X71, X72, X73, X74, X75, X76, X77, X78, X79, X7A, X7B, X7C, X7D, X7E, X7F,
    X80, X81, X82, X83, X84, X85, X86, X87, X88, X89, X8A, X8B, X8C, X8D, X8E, X8F,
    X90, X91, X92, X93, X94, X95, X96, X97, X98, X99, X9A, X9B, X9C, X9D, X9E, X9F,
    XA0, XA1, XA2, XA3, XA4, XA5, XA6, XA7, XA8, XA9, XAA, XAB, XAC, XAD, XAE, XAF,
    XB0, XB1, XB2, XB3, XB4, XB5, XB6, XB7, XB8, XB9, XBA, XBB, XBC, XBD, XBE, XBF,
    // The length of a shorter text.
    Empty,
    Len1, Len2, Len3, Len4, Len5, Len6, Len7, Len8, Len9, Len10, Len11, Len12, Len13, Len14, Len15,
    // The forms with a pointer.
    Static,
    Whole,
    LongSlice = 0xE6,
    ShortSlice = 0xEF,
}

const _: () = assert!(LastByte::Empty as u8 == 0xC0 && LastByte::Static as u8 == 0xD0);
