//! The last byte of a `SharedStr`.

/// The last byte of an inline text, or a tag. `layout.rs` says what each tag means.
///
/// Numbers above the last tag are none, so that an `Option` of a type that ends with this byte
/// takes no more bytes.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "a text has most of them")]
#[repr(u8)]
#[rustfmt::skip]
pub(super) enum LastByte {
    // The last byte of a text of 16 bytes.
    X00 = 0, X01, X02, X03, X04, X05, X06, X07, X08, X09, X0a, X0b, X0c, X0d, X0e, X0f,
    X10, X11, X12, X13, X14, X15, X16, X17, X18, X19, X1a, X1b, X1c, X1d, X1e, X1f,
    X20, X21, X22, X23, X24, X25, X26, X27, X28, X29, X2a, X2b, X2c, X2d, X2e, X2f,
    X30, X31, X32, X33, X34, X35, X36, X37, X38, X39, X3a, X3b, X3c, X3d, X3e, X3f,
    X40, X41, X42, X43, X44, X45, X46, X47, X48, X49, X4a, X4b, X4c, X4d, X4e, X4f,
    X50, X51, X52, X53, X54, X55, X56, X57, X58, X59, X5a, X5b, X5c, X5d, X5e, X5f,
    X60, X61, X62, X63, X64, X65, X66, X67, X68, X69, X6a, X6b, X6c, X6d, X6e, X6f,
    X70, X71, X72, X73, X74, X75, X76, X77, X78, X79, X7a, X7b, X7c, X7d, X7e, X7f,
    X80, X81, X82, X83, X84, X85, X86, X87, X88, X89, X8a, X8b, X8c, X8d, X8e, X8f,
    X90, X91, X92, X93, X94, X95, X96, X97, X98, X99, X9a, X9b, X9c, X9d, X9e, X9f,
    Xa0, Xa1, Xa2, Xa3, Xa4, Xa5, Xa6, Xa7, Xa8, Xa9, Xaa, Xab, Xac, Xad, Xae, Xaf,
    Xb0, Xb1, Xb2, Xb3, Xb4, Xb5, Xb6, Xb7, Xb8, Xb9, Xba, Xbb, Xbc, Xbd, Xbe, Xbf,
    // The length of a shorter text.
    Empty,
    Len1, Len2, Len3, Len4, Len5, Len6, Len7, Len8, Len9, Len10, Len11, Len12, Len13, Len14, Len15,
    // The forms with a pointer.
    Static,
    Whole,
    Sharded,
    LongSlice = 0xE6,
    ShortSlice = 0xEF,
}

const _: () = assert!(LastByte::Empty as u8 == 0xC0 && LastByte::Static as u8 == 0xD0);
