use super::Candidate;

pub(super) fn candidates() -> Vec<Candidate> {
    todo!()
}
