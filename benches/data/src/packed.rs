//! Compressed bytes: gzip, zstd and bzip2, known by their first bytes.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError};
use ruzstd::decoding::{DEFAULT_MAX_WINDOW_SIZE, FrameDecoder, StreamingDecoder};

use crate::peeked::Peeked;

/// The window of `zstd --long=31`, the largest that zstd makes.
const LARGEST_WINDOW: usize = 1 << 31;

/// The decoder of a member. A file may have several, one after the other.
enum Member {
    Gzip(GzDecoder<Peeked>),
    Zstd(Box<StreamingDecoder<Peeked, FrameDecoder>>),
    Bzip2(BzDecoder<Peeked>),
}

impl Member {
    /// Begins the next member, or returns the bytes if they are not compressed.
    fn begin(mut bytes: Peeked) -> io::Result<Result<Self, Peeked>> {
        // Parallel compressors of zstd write the sizes of frames in between.
        while let [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d, ..] = *bytes.peek(8)? {
            let skipped = 8 + u64::from(u32::from_le_bytes([a, b, c, d]));
            io::copy(&mut bytes.by_ref().take(skipped), &mut io::sink())?;
        }
        Ok(Ok(match bytes.peek(10)? {
            [0x1F, 0x8B, ..] => Self::Gzip(GzDecoder::new(bytes)),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => {
                let has_room = Vec::<u8>::new().try_reserve_exact(LARGEST_WINDOW).is_ok();
                let largest = if has_room {
                    LARGEST_WINDOW as u64
                } else {
                    DEFAULT_MAX_WINDOW_SIZE
                };
                let decoder = StreamingDecoder::new_with_max_window_size(bytes, largest);
                Self::Zstd(Box::new(decoder.map_err(not_begun)?))
            }
            // The digits of pi, or of its square root if there is no block.
            [
                b'B',
                b'Z',
                b'h',
                b'1'..=b'9',
                0x31,
                0x41,
                0x59,
                0x26,
                0x53,
                0x59,
                ..,
            ]
            | [
                b'B',
                b'Z',
                b'h',
                b'1'..=b'9',
                0x17,
                0x72,
                0x45,
                0x38,
                0x50,
                0x90,
                ..,
            ] => Self::Bzip2(BzDecoder::new(bytes)),
            _ => return Ok(Err(bytes)),
        }))
    }

    /// Returns the bytes behind the member.
    fn end(self) -> Peeked {
        match self {
            Self::Gzip(decoder) => decoder.into_inner(),
            Self::Zstd(decoder) => decoder.into_inner(),
            Self::Bzip2(decoder) => decoder.into_inner(),
        }
    }
}

impl Read for Member {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let (name, read) = match self {
            Self::Gzip(decoder) => ("gzip", decoder.read(into)),
            Self::Zstd(decoder) => ("zstd", decoder.read(into)),
            Self::Bzip2(decoder) => ("bzip2", decoder.read(into)),
        };
        read.map_err(|error| damaged(name, error))
    }
}

/// Returns the error of a frame of zstd that cannot be decoded from its begin.
fn not_begun(error: FrameDecoderError) -> io::Error {
    let what = match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => too_large(requested),
        FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { got }) => {
            too_large(got)
        }
        FrameDecoderError::DictNotProvided { dict_id } => {
            format!("it needs the dictionary {dict_id} of zstd")
        }
        other => return damaged("zstd", io::Error::other(other)),
    };
    io::Error::new(io::ErrorKind::Unsupported, what)
}

fn too_large(window: u64) -> String {
    format!(
        "its window of {} MiB is too large",
        window.div_ceil(1 << 20)
    )
}

/// Returns the error of compressed data, unless it is the system's.
fn damaged(format: &str, error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() {
        return error;
    }
    let what = format!("it is not whole {format} data: {error}");
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The bytes of all members.
struct Unpacked {
    member: Option<Member>,
    has_rest: Rc<Cell<bool>>,
}

impl Read for Unpacked {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(into)?;
            if read > 0 {
                return Ok(read);
            }
            let rest = self.member.take().expect("it is there").end();
            match Member::begin(rest)? {
                Ok(next) => self.member = Some(next),
                Err(mut rest) => self.has_rest.set(!rest.peek(1)?.is_empty()),
            }
        }
        Ok(0)
    }
}

/// Decompresses bytes, if they are compressed. `has_rest` is set at their end if other bytes are
/// behind it, which are not read.
pub(crate) fn unpacked(bytes: Peeked, has_rest: &Rc<Cell<bool>>) -> io::Result<Peeked> {
    Ok(match Member::begin(bytes)? {
        Err(bytes) => bytes,
        Ok(first) => Peeked::new(Unpacked {
            member: Some(first),
            has_rest: Rc::clone(has_rest),
        }),
    })
}
