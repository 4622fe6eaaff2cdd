//! `string-kit-jemalloc`: `string-kit` on jemalloc, for numbers that are partly the allocator's.

string_kit_benches::program!(Jemalloc on tikv_jemallocator::Jemalloc);
