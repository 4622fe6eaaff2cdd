//! A sample of records in their real order: blocks of records at equal distances.

use std::collections::HashSet;

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
    /// The records, in order.
    blocks: Vec<Block>,
    /// True if the values are drawn from a profile, so that neither order nor records are real.
    pub(crate) is_drawn: bool,
    /// The number of records of which these are a sample.
    pub(crate) of: u64,
    /// The number of these records whose texts are too long for the sample: more than 64 KiB together.
    pub(crate) too_long: u64,
}

/// Consecutive records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Block {
    /// The texts, one after another.
    text: String,
    /// The number of the field and the bytes of each text.
    parts: Vec<Part>,
    /// The number of texts of each record.
    records: Vec<u32>,
}

type Part = (u32, u32);

impl Sample {
    /// Returns the texts of each field, in order.
    pub(crate) fn texts(&self) -> Vec<Vec<&str>> {
        let mut all = vec![Vec::new(); self.fields.len()];
        for (field, text) in self.blocks.iter().flat_map(Block::texts) {
            all[field].push(text);
        }
        all
    }

    /// Returns the records in order, each as its texts with the numbers of their fields.
    pub(crate) fn records(&self) -> impl Iterator<Item = Vec<(usize, &str)>> {
        self.blocks.iter().flat_map(|block| {
            let mut texts = block.texts();
            let records = block.records.iter();
            records.map(move |&count| texts.by_ref().take(count as usize).collect())
        })
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
        let mut block = Block::default();
        for at in 0..urns.iter().map(|(_, count)| *count).max().unwrap_or(0) {
            let parts = block.parts.len();
            for (field, (urn, count)) in urns.iter().enumerate() {
                if at < *count
                    && let Some(text) = urn.draw(random)
                {
                    block.push(field, text);
                }
            }
            block.end_record(parts);
            if block.size() > BYTES {
                break;
            }
        }
        Self {
            fields: profile.fields.iter().map(|of| of.name.clone()).collect(),
            blocks: vec![block],
            is_drawn: true,
            of: profile.records,
            too_long: 0,
        }
    }
}

impl Block {
    fn texts(&self) -> impl Iterator<Item = (usize, &str)> {
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

    /// Adds a text of the current record, which is shorter than a block.
    fn push(&mut self, field: usize, text: &str) {
        let number = |of: usize| u32::try_from(of).expect("a block is smaller than 4 GiB");
        self.parts.push((number(field), number(text.len())));
        self.text.push_str(text);
    }

    /// Ends a record, whose parts begin here.
    fn end_record(&mut self, parts: usize) {
        let count = u32::try_from(self.parts.len() - parts);
        self.records
            .push(count.expect("a block has less than 2^32 texts"));
    }
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
#[derive(Debug)]
pub(super) struct Sampler {
    /// INVARIANT: the last block is that of the current record, if it is kept.
    sample: Sample,
    /// The distance of the blocks that are kept, in blocks.
    stride: u64,
    /// True if the current record is in a block that is kept.
    is_kept: bool,
    /// The ends of the text and the parts of the last block, without the current record.
    end: (usize, usize),
    /// The size of the current record's texts, each with its part.
    record: usize,
    /// The number of records in the blocks, and their size.
    kept: (usize, usize),
}

impl Default for Sampler {
    fn default() -> Self {
        Self {
            sample: Sample {
                blocks: vec![Block::default()],
                ..Sample::default()
            },
            stride: 1,
            is_kept: true,
            end: (0, 0),
            record: 0,
            kept: (0, 0),
        }
    }
}

impl Sampler {
    /// Takes a text of the current record.
    pub(super) fn text(&mut self, field: usize, text: &str) {
        self.record += text.len() + size_of::<Part>();
        if self.is_kept
            && self.record <= RECORD_BYTES
            && let Some(block) = self.sample.blocks.last_mut()
        {
            block.push(field, text);
        }
    }

    /// Ends the current record.
    pub(super) fn end_record(&mut self) {
        let is_long = self.record > RECORD_BYTES;
        self.sample.too_long += u64::from(is_long);
        if self.is_kept {
            self.keep_record(is_long);
        }
        self.record = 0;
        self.sample.of += 1;
        if self.sample.of.is_multiple_of(BLOCK) {
            self.is_kept = (self.sample.of / BLOCK).is_multiple_of(self.stride);
            if self.is_kept {
                self.sample.blocks.push(Block::default());
                self.end = (0, 0);
            }
        }
    }

    /// Returns the sample, of these fields.
    pub(super) fn finish(mut self, fields: Vec<String>) -> Sample {
        self.sample.blocks.retain(|of| !of.records.is_empty());
        self.sample.fields = fields;
        self.sample
    }

    /// Keeps the current record in its block, or takes it out if it is long.
    fn keep_record(&mut self, is_long: bool) {
        let Some(block) = self.sample.blocks.last_mut() else {
            return;
        };
        if is_long {
            block.text.truncate(self.end.0);
            block.parts.truncate(self.end.1);
            return;
        }
        block.end_record(self.end.1);
        self.end = (block.text.len(), block.parts.len());
        self.kept.0 += 1;
        self.kept.1 += self.record;
        while self.kept.0 > RECORDS || self.kept.1 > BYTES {
            self.thin_out();
        }
    }

    /// Drops every other block.
    fn thin_out(&mut self) {
        self.stride *= 2;
        self.is_kept = (self.sample.of / BLOCK).is_multiple_of(self.stride);
        let mut number = 0;
        self.sample.blocks.retain(|_| {
            number += 1;
            number % 2 == 1
        });
        let kept = self.sample.blocks.iter();
        self.kept = kept.fold((0, 0), |(records, bytes), block| {
            (records + block.records.len(), bytes + block.size())
        });
    }
}
