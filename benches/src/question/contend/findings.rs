//! The question's own findings: the types that contention slows.

use std::collections::BTreeMap;

use string_kit_measure::judge::{Judge, Judgement, Verdict};
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::Factors;

use super::{THREADS, TIME};
use crate::question::{TYPE, section};

/// Returns the question's own part of a report.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let slower = slower(judge);
    if slower.is_empty() {
        return Vec::new();
    }
    let blocks = vec![Block::Points(slower)];
    section(judge, "contend_findings", "Contention", blocks)
}

/// Names, for each setting, the types that are slower by the most threads than alone, and the
/// others.
fn slower(judge: &Judge<'_>) -> Vec<String> {
    let number = |threads: &&str| threads.parse().unwrap_or(0_u32);
    let Some(most) = judge.run.values(THREADS).into_iter().max_by_key(number) else {
        return Vec::new();
    };
    let twin = judge.run.header.compared.as_ref().map(|it| &*it.twin);
    let mut settings = BTreeMap::<Factors, Vec<(&str, Judgement)>>::new();
    for cell in &judge.run.measurements {
        let factors = &cell.key.factors;
        let name = factors.get(TYPE).unwrap_or_default();
        let is_of_most = cell.key.metric == TIME && factors.get(THREADS) == Some(most);
        let alone = judge.find(&factors.clone().with(THREADS, 1), TIME);
        if let Some(alone) = alone.filter(|alone| is_of_most && alone.key != cell.key)
            && let Some(judged) = judge.compare(cell, alone)
            && twin != Some(name)
        {
            let setting = factors.clone().without(TYPE).without(THREADS);
            settings.entry(setting).or_default().push((name, judged));
        }
    }
    let words = |(setting, mut types): (Factors, Vec<(&str, Judgement)>)| {
        let slowdown = |judged: &Judgement| match judged.verdict {
            Verdict::Worse => judged.ratio.value,
            _ => 0.0,
        };
        types.sort_by(|(_, a), (_, b)| slowdown(b).total_cmp(&slowdown(a)));
        let names = |how: &str, verdicts: &[Verdict]| {
            let types = types
                .iter()
                .filter(|(_, judged)| verdicts.contains(&judged.verdict));
            let names = types.map(|(name, judged)| match judged.verdict {
                Verdict::Worse => format!("{name} ({:.1} times)", judged.ratio.value),
                _ => (*name).to_owned(),
            });
            match &*names.collect::<Vec<_>>().join(", ") {
                "" => String::new(),
                names => format!(" {how}: {names}."),
            }
        };
        format!(
            "{setting}: {most} threads against one.{}{}{}",
            names("A clone takes longer", &[Verdict::Worse]),
            names(
                "A clone takes no longer",
                &[Verdict::Better, Verdict::Equal]
            ),
            names("Not known", &[Verdict::Unknown])
        )
    };
    settings.into_iter().map(words).collect()
}
