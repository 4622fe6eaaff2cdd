//! A sample of records in their real order: blocks of records at equal distances.

use std::mem;

use super::{Field, Profile, Value};

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
const DRAWN: u64 = 16_384;

/// Records at equal distances of a file, in blocks of consecutive ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    text: String,
    /// The number of the field and the bytes of each text.
    parts: Vec<Part>,
    /// The number of texts of each record, in order.
    counts: Vec<u32>,
    /// True if the values are drawn from a profile, so that neither order nor records are real.
    pub(crate) is_drawn: bool,
    /// The number of records of which these are a sample.
    pub(crate) population: u64,
    /// The number of these records whose texts are too long for the sample: more than 64 KiB
    /// together.
    pub(crate) too_long: u64,
}

type Part = (u32, u32);

impl Sample {
    /// Returns the records in order, each as its texts with the numbers of their fields.
    pub(crate) fn records(&self) -> impl Iterator<Item = Vec<(usize, &str)>> {
        let mut texts = self.parts();
        let counts = self.counts.iter();
        counts.map(move |&count| texts.by_ref().take(count as usize).collect())
    }

    fn parts(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut texts = &*self.text;
        self.parts.iter().map(move |&(field, bytes)| {
            let (text, after) = texts.split_at(bytes as usize);
            texts = after;
            (field as usize, text)
        })
    }

    /// Returns the size of the texts, each with its part.
    fn size(&self) -> usize {
        self.text.len() + self.parts.len() * size_of::<Part>()
    }

    fn push(&mut self, field: usize, text: &str) {
        self.parts.push((to_u32(field), to_u32(text.len())));
        self.text.push_str(text);
    }

    fn push_record<'a>(&mut self, texts: impl IntoIterator<Item = (usize, &'a str)>) {
        let before = self.parts.len();
        for (field, text) in texts {
            self.push(field, text);
        }
        self.counts.push(to_u32(self.parts.len() - before));
    }

    /// Draws values from a profile: the heaviest by their counts, the others from its sample of
    /// distinct values. Values whose text is not kept are left out. The i-th texts of all fields
    /// make a record.
    pub(crate) fn draw(profile: &Profile, random: &mut fastrand::Rng) -> Self {
        let drawn = |field| drawn(field, random);
        let fields: Vec<Vec<&str>> = profile.fields.iter().map(drawn).collect();
        let mut sample = Self {
            is_drawn: true,
            population: profile.records,
            ..Self::default()
        };
        for at in 0..fields.iter().map(Vec::len).max().unwrap_or(0) {
            let texts = fields.iter().enumerate();
            sample.push_record(texts.filter_map(|(field, texts)| Some((field, *texts.get(at)?))));
            if sample.size() > BYTES {
                break;
            }
        }
        sample
    }
}

/// Returns texts of a field in random order, each as often as its share in all says.
fn drawn<'a>(field: &'a Field, random: &mut fastrand::Rng) -> Vec<&'a str> {
    let (mut heaviest, mut sampled) = (field.heaviest(), field.values.sample());
    // Values that are as frequent as the last of the heaviest are not all among these: the sample
    // stands for them.
    let least = heaviest.last().map_or(0, |(_, value)| value.count);
    heaviest.retain(|(_, value)| value.count > least);
    sampled.retain(|(_, value)| value.count <= least);
    let count = |values: &[(u64, &Value)]| -> f64 {
        values.iter().map(|(_, value)| value.count as f64).sum()
    };
    let scale = (field.count() as f64 - count(&heaviest)).max(0.0) / count(&sampled);
    let heaviest = heaviest.iter().map(|(_, value)| (value, 1.0));
    let sampled = sampled.iter().map(|(_, value)| (value, scale));
    let weights: Vec<(&str, f64)> = heaviest
        .chain(sampled)
        .filter_map(|(value, scale)| Some((value.text.as_deref()?, value.count as f64 * scale)))
        .collect();
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let wanted = field.count().min(DRAWN) as f64;
    let mut due = 0.0;
    let mut drawn = Vec::new();
    for (text, weight) in weights {
        due += weight / total * wanted;
        while drawn.len() as f64 + 0.5 < due {
            drawn.push(text);
        }
    }
    random.shuffle(&mut drawn);
    drawn
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a sample is smaller than 4 GiB")
}

/// Takes the sample of a stream of records: each 2^j-th block, with the least j that the limits
/// allow.
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
        let record = self.sample.population - self.sample.too_long;
        (record / BLOCK).trailing_zeros() >= self.doublings
    }

    pub(super) fn text(&mut self, field: usize, text: &str) {
        self.record += text.len() + size_of::<Part>();
        if self.record <= RECORD_BYTES && self.is_kept() {
            self.sample.push(field, text);
        }
    }

    pub(super) fn end_record(&mut self) {
        let (text, parts) = self.end;
        if self.record > RECORD_BYTES {
            self.sample.too_long += 1;
            self.sample.text.truncate(text);
            self.sample.parts.truncate(parts);
        } else if self.is_kept() {
            let count = to_u32(self.sample.parts.len() - parts);
            self.sample.counts.push(count);
            while self.sample.counts.len() > RECORDS || self.sample.size() > BYTES {
                self.thin_out();
            }
            self.end = (self.sample.text.len(), self.sample.parts.len());
        }
        self.record = 0;
        self.sample.population += 1;
    }

    pub(super) fn finish(self) -> Sample {
        self.sample
    }

    /// Drops every other block.
    fn thin_out(&mut self) {
        self.doublings += 1;
        let sample = mem::take(&mut self.sample);
        self.sample.population = sample.population;
        self.sample.too_long = sample.too_long;
        for (number, record) in (0..).zip(sample.records()) {
            if (number / BLOCK).is_multiple_of(2) {
                self.sample.push_record(record);
            }
        }
    }
}
