//! Bytes of other encodings than UTF-8.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

use crate::peeked::Peeked;

/// A byte that no UTF-8 has: it stands for what cannot be decoded, so that a record with it is bad.
const MALFORMED: u8 = 0xFF;

/// Decodes bytes to UTF-8, without a byte-order mark. Its encoding is that of the mark, or else the
/// one that is named. Returns the encoding as well.
pub(crate) fn decoded(
    mut bytes: Peeked,
    named: Option<&'static Encoding>,
) -> io::Result<(Peeked, &'static Encoding)> {
    let head = bytes.peek(3)?;
    let marked = Encoding::for_bom(head).map(|(encoding, _)| encoding);
    let encoding = marked.or(named).unwrap_or(UTF_8);
    if encoding != UTF_8 {
        let decoder = Some(encoding.new_decoder_with_bom_removal());
        return Ok((Peeked::new(Decoded { bytes, decoder }), encoding));
    }
    if head.starts_with("\u{feff}".as_bytes()) {
        bytes.consume(3);
    }
    Ok((bytes, encoding))
}

struct Decoded {
    bytes: Peeked,
    /// None after the end.
    decoder: Option<Decoder>,
}

impl Read for Decoded {
    /// Reads into a buffer, which has room for a letter and more.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let room = into.len() - 1;
        while let Some(decoder) = &mut self.decoder {
            let from = self.bytes.fill_buf()?;
            let is_last = from.is_empty();
            let (result, read, mut written) =
                decoder.decode_to_utf8_without_replacement(from, &mut into[..room], is_last);
            self.bytes.consume(read);
            match result {
                DecoderResult::Malformed(..) => {
                    into[written] = MALFORMED;
                    written += 1;
                }
                DecoderResult::InputEmpty if is_last => self.decoder = None,
                _ => {}
            }
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}
