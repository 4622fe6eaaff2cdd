//! `string-kit-counting`: `string-kit` on an allocator that counts and traces.

string_kit_benches::program!(Counting on string_kit_measure::memory::LaboratoryAllocator);
