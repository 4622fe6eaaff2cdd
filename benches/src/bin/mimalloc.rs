//! `string-kit-mimalloc`: `string-kit` on mimalloc, for numbers that are partly the allocator's.

string_kit_benches::program!(Mimalloc on mimalloc::MiMalloc);
