//! A sample of records in their real order: blocks of records at equal distances.

use std::collections::HashSet;
use std::mem;

use serde::{Deserialize, Serialize};

use super::{Profile, Value, Values};

#[cfg(test)]
mod tests;

/// The number of consecutive records in a block.
const BLOCK: u64 = 64;
/// The greatest number of records.
const RECORDS: usize = 1 << 20;
/// The greatest size of all texts, each with its [`Part`].
const BYTES: usize = 16 << 20;
/// The greatest size of a record's texts. INVARIANT: a block is smaller than [`BYTES`].
const RECORD_BYTES: usize = 64 << 10;
/// The greatest number of texts that are drawn for a field.
const DRAWN: usize = 16_384;

/// Records at equal distances of a file, in blocks of consecutive ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The names of the fields.
    pub(crate) fields: Vec<String>,
    /// The texts, one after another.
    text: String,
    /// The number of the field and the bytes of each text.
    parts: Vec<Part>,
    /// The number of texts of each record in order; none for a record whose texts are too long.
    counts: Vec<Option<u32>>,
    /// True if the values are drawn from a profile, so that neither order nor records are real.
    pub(crate) is_drawn: bool,
    /// The number of records of which these are a sample.
    pub(crate) of: u64,
    /// The number of these records whose texts are too long for the sample: more than 64 KiB together.
    pub(crate) too_long: u64,
}

type Part = (u32, u32);

impl Sample {
    /// Returns the texts of each field, in order.
    pub(crate) fn texts(&self) -> Vec<Vec<&str>> {
        let mut all = vec![Vec::new(); self.fields.len()];
        for (field, text) in self.all_texts() {
            all[field].push(text);
        }
        all
    }

    /// Returns the records in order, each as its texts with the numbers of their fields.
    pub(crate) fn records(&self) -> impl Iterator<Item = Vec<(usize, &str)>> {
        let mut texts = self.all_texts();
        let counts = self.counts.iter().flatten();
        counts.map(move |&count| texts.by_ref().take(count as usize).collect())
    }

    fn all_texts(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut rest = &*self.text;
        self.parts.iter().map(move |&(field, bytes)| {
            let (text, after) = rest.split_at(bytes as usize);
            rest = after;
            (field as usize, text)
        })
    }

    /// Returns the size of the texts, each with its part.
    fn size(&self) -> usize {
        self.text.len() + self.parts.len() * size_of::<Part>()
    }

    /// Adds a text of the current record.
    fn push(&mut self, field: usize, text: &str) {
        self.parts.push((to_u32(field), to_u32(text.len())));
        self.text.push_str(text);
    }

    /// Draws values from a profile: the heaviest by their counts, the others from its sample of distinct
    /// values. Values whose text is not kept are left out. The i-th texts of all fields make a record.
    pub(crate) fn draw(profile: &Profile, random: &mut fastrand::Rng) -> Self {
        let fields = profile.fields.iter();
        let urns: Vec<(Urn<'_>, usize)> = fields
            .map(|field| {
                let count = usize::try_from(field.count()).unwrap_or(DRAWN);
                let urn = Urn::of(&field.values, field.count());
                (urn, count.min(DRAWN))
            })
            .collect();
        let mut sample = Self {
            fields: profile.names(),
            is_drawn: true,
            of: profile.records,
            ..Self::default()
        };
        for at in 0..urns.iter().map(|(_, count)| *count).max().unwrap_or(0) {
            let parts = sample.parts.len();
            for (field, (urn, count)) in urns.iter().enumerate() {
                if at < *count
                    && let Some(text) = urn.draw(random)
                {
                    sample.push(field, text);
                }
            }
            sample.counts.push(Some(to_u32(sample.parts.len() - parts)));
            if sample.size() > BYTES {
                break;
            }
        }
        sample
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a sample is smaller than 4 GiB")
}

/// The texts of a field that can be drawn, each with the sum of its weight and those before it.
struct Urn<'a>(Vec<(f64, &'a str)>);

impl<'a> Urn<'a> {
    /// Returns the values, which `count` texts have.
    fn of(values: &'a Values, count: u64) -> Self {
        let mut heaviest = values.heaviest();
        if values.unlisted() > 0 {
            // Values that are as frequent as the last are not all listed: the sample stands for them.
            let last = heaviest.last().map(|value| value.count.0);
            heaviest.retain(|value| Some(value.count.0) > last);
        }
        let known = heaviest.iter().map(|value| value.count.0);
        let rest = count.saturating_sub(known.fold(0, u64::saturating_add));
        let identity = |value: &Value| (value.hash, value.bytes);
        let is_heavy: HashSet<_> = heaviest.iter().map(|value| identity(value)).collect();
        let mut others = values.sample();
        others.retain(|value| !is_heavy.contains(&identity(value)));
        let counts = others.iter().map(|value| value.count.0 as f64);
        let scale = rest as f64 / counts.sum::<f64>();
        let heaviest = heaviest.iter().map(|value| (value, 1.0));
        let others = others.iter().map(|value| (value, scale));
        let mut sum = 0.0;
        let mut texts = Vec::new();
        for (value, scale) in heaviest.chain(others) {
            if let Some(text) = &value.text {
                sum += value.count.0 as f64 * scale;
                texts.push((sum, &**text));
            }
        }
        Self(texts)
    }

    fn draw(&self, random: &mut fastrand::Rng) -> Option<&'a str> {
        let &(sum, last) = self.0.last()?;
        let at = random.f64() * sum;
        let drawn = self.0.partition_point(|&(below, _)| below <= at);
        Some(self.0.get(drawn).map_or(last, |&(_, text)| text))
    }
}

/// Takes the sample of a stream of records: each 2^j-th block, with the least j that the limits allow.
#[derive(Debug, Default)]
pub(super) struct Sampler {
    sample: Sample,
    /// j, by which the distance of the blocks that are kept is 2^j blocks.
    doublings: u32,
    /// The ends of the text and the parts, without the current record.
    end: (usize, usize),
    /// The size of the current record's texts, each with its part.
    record: usize,
}

impl Sampler {
    /// Returns whether the current record is in a block that is kept.
    fn is_kept(&self) -> bool {
        (self.sample.of / BLOCK).trailing_zeros() >= self.doublings
    }

    /// Takes a text of the current record.
    pub(super) fn text(&mut self, field: usize, text: &str) {
        self.record += text.len() + size_of::<Part>();
        if self.record <= RECORD_BYTES && self.is_kept() {
            self.sample.push(field, text);
        }
    }

    /// Ends the current record.
    pub(super) fn end_record(&mut self) {
        let is_long = self.record > RECORD_BYTES;
        if self.is_kept() {
            let sample = &mut self.sample;
            if is_long {
                sample.text.truncate(self.end.0);
                sample.parts.truncate(self.end.1);
            }
            let count = to_u32(sample.parts.len() - self.end.1);
            sample.counts.push((!is_long).then_some(count));
            while self.sample.counts.len() > RECORDS || self.sample.size() > BYTES {
                self.thin_out();
            }
            self.end = (self.sample.text.len(), self.sample.parts.len());
        }
        self.record = 0;
        self.sample.too_long += u64::from(is_long);
        self.sample.of += 1;
    }

    /// Returns the sample, of these fields.
    pub(super) fn finish(self, fields: Vec<String>) -> Sample {
        Sample {
            fields,
            ..self.sample
        }
    }

    /// Drops every other block.
    fn thin_out(&mut self) {
        self.doublings += 1;
        let all = mem::take(&mut self.sample);
        self.sample.of = all.of;
        self.sample.too_long = all.too_long;
        let mut texts = all.all_texts();
        for (record, &count) in (0..).zip(&all.counts) {
            let is_kept = (record / BLOCK).is_multiple_of(2);
            for (field, text) in texts.by_ref().take(count.unwrap_or(0) as usize) {
                if is_kept {
                    self.sample.push(field, text);
                }
            }
            if is_kept {
                self.sample.counts.push(count);
            }
        }
    }
}
