//! The layouts as tables.

use string_kit_subjects::Shape;

use super::Findings;
use crate::measure::layout::{Field, LENGTHS, Node, StringType, Tag, Text};
use crate::measure::size_class::SizeClasses;
use crate::report::{Cell, Column, Table};

/// What a value is.
pub(super) fn types(types: &[StringType]) -> Table {
    let row = |of: &StringType| {
        vec![
            Cell::words(of.name),
            Cell::words(of.type_name),
            Cell::count(of.size),
            Cell::count(of.align),
            niche(of.free_options),
            Cell::count(of.inline_capacity),
            Cell::words(drawn(&of.fields)),
        ]
    };
    Table {
        caption: format!(
            "Bytes. niche: how many layers of Option around a value leave it as large as it is, of {} \
             tried; no: already the first takes bytes of its own. inline: the longest text that lies in \
             the value. bytes: what they hold, each from its first to the one behind its last; of std's \
             types found in values, of others by where the text is; private: nothing can be told from \
             outside.{}",
            Shape::MOST_OPTIONS,
            which(types),
        ),
        columns: vec![
            Column::words("representation"),
            Column::words("type"),
            Column::numbers("size"),
            Column::numbers("align"),
            Column::numbers("niche"),
            Column::numbers("inline"),
            Column::words("bytes"),
        ],
        rows: types.iter().map(row).collect(),
    }
}

/// What texts ask of the allocator, and take.
pub(super) fn texts(findings: &Findings) -> Table {
    let cell = |text: &Text| {
        #[allow(clippy::cast_precision_loss)] // Far from 2^52.
        let number = text.asked() as f64;
        if text.blocks.is_empty() {
            return Cell::shown(number, "-");
        }
        let sizes = text.blocks.iter().map(|block| block.size);
        let taken = findings.classes.iter().map(|classes| {
            let blocks = text.blocks.iter();
            blocks
                .map(|block| classes.taken(block.size, block.align))
                .sum()
        });
        let text = format!("{}: {}", joined(sizes, "+"), joined(taken, "/"));
        Cell::shown(number, text)
    };
    let row = |of: &StringType| {
        let mut row = vec![Cell::words(of.name), aligns(of)];
        row.extend(of.texts.iter().map(cell));
        row
    };
    let mut columns = vec![Column::words("representation"), Column::numbers("align")];
    columns.extend(LENGTHS.map(|len| Column::numbers(format!("{len} bytes"))));
    Table {
        caption: format!(
            "By the length of a text: the bytes that are asked of the allocator for it and kept, and what \
             their blocks take on {}. -: no block. align: what is asked for.",
            allocators(&findings.classes),
        ),
        columns,
        rows: findings.types.iter().map(row).collect(),
    }
}

/// What a node is, and takes.
pub(super) fn nodes(findings: &Findings) -> Table {
    let row = |node: &Node| {
        let tag = match node.tag {
            Tag::Niche => "in a niche".to_owned(),
            Tag::Own(bytes) => format!("{bytes} bytes of its own"),
            Tag::Bits => "in bits".to_owned(),
        };
        let mut row = vec![
            Cell::words(node.name),
            Cell::words(node.what),
            Cell::count(node.handle),
            niche(node.free_options),
            Cell::count(node.size),
            Cell::count(node.align),
            Cell::words(tag),
        ];
        row.extend(findings.taken(node).into_iter().map(Cell::count));
        row
    };
    let mut columns = vec![
        Column::words("node"),
        Column::words("what"),
        Column::numbers("handle"),
        Column::numbers("niche"),
        Column::numbers("size"),
        Column::numbers("align"),
        Column::words("tag"),
    ];
    columns.extend(by_allocator(&findings.classes));
    Table {
        caption: format!(
            "Bytes. handle: a pointer or an id of a node, and its niche. tag: what tells a leaf from a \
             concatenation; in a niche: by size_of it takes no room. {}: what a node takes there; in a slab \
             or an arena that is its size.",
            allocators(&findings.classes),
        ),
        columns,
        rows: findings.nodes.iter().map(row).collect(),
    }
}

/// The bytes of nodes.
pub(super) fn forms(nodes: &[Node]) -> Table {
    let row = |node: &Node| {
        let forms = node.forms.iter();
        forms
            .map(|form| {
                vec![
                    Cell::words(node.name),
                    Cell::words(form.name),
                    Cell::words(drawn(&form.fields)),
                ]
            })
            .collect::<Vec<_>>()
    };
    Table {
        caption: "The same, byte by byte. padding: nothing is in it.".to_owned(),
        columns: ["node", "form", "bytes"].map(Column::words).into(),
        rows: nodes.iter().flat_map(row).collect(),
    }
}

/// What blocks of an alignment take.
pub(super) fn classes(classes: &[SizeClasses], align: usize) -> Table {
    let mut columns = vec![Column::numbers("asked")];
    columns.extend(by_allocator(classes));
    let asked = classes.first().map_or(&[][..], |first| &first.asked);
    let row = |(index, &bytes): (usize, &usize)| {
        let cell = |classes: &SizeClasses| {
            let taken = classes.taken(bytes, align);
            let before = index
                .checked_sub(1)
                .map(|before| classes.taken(asked[before], align));
            let same = if before == Some(taken) { "= " } else { "" };
            #[allow(clippy::cast_precision_loss)] // Far from 2^52.
            Cell::shown(taken as f64, format!("{same}{taken}"))
        };
        let mut row = vec![Cell::count(bytes)];
        row.extend(classes.iter().map(cell));
        row
    };
    let what = if align == 1 {
        "for text, which is not aligned"
    } else {
        "for what has counts or pointers"
    };
    Table {
        caption: format!(
            "Bytes asked for at an alignment of {align}, {what}, and what a block of so many takes of \
             memory. =: no more than one of 8 bytes less.",
        ),
        columns,
        rows: asked.iter().enumerate().map(row).collect(),
    }
}

/// A picture of bytes in a line.
fn drawn(fields: &[Field]) -> String {
    let field = |field: &Field| format!("{} {}..{}", field.name, field.start, field.end);
    fields.iter().map(field).collect::<Vec<_>>().join(" | ")
}

/// Which types are string-kit's, if others are there too: they come first.
fn which(types: &[StringType]) -> String {
    let own = types.iter().filter(|of| of.is_representation).count();
    if own == 0 || own == types.len() {
        return String::new();
    }
    let last = types[own - 1].name;
    format!(" string-kit's representations come first, down to {last}; then rivals.")
}

fn niche(count: usize) -> Cell {
    #[allow(clippy::cast_precision_loss)] // A handful.
    let number = count as f64;
    let text = match count {
        0 => "no".to_owned(),
        Shape::MOST_OPTIONS => format!("{count}+"),
        _ => count.to_string(),
    };
    Cell::shown(number, text)
}

/// The alignments of a type's blocks.
fn aligns(of: &StringType) -> Cell {
    let blocks = of.texts.iter().flat_map(|text| &text.blocks);
    let mut aligns: Vec<usize> = blocks.map(|block| block.align).collect();
    aligns.sort_unstable();
    aligns.dedup();
    #[allow(clippy::cast_precision_loss)] // A handful.
    let number = aligns.last().map_or(0.0, |&align| align as f64);
    let text = if aligns.is_empty() {
        "-".to_owned()
    } else {
        joined(aligns.into_iter(), ", ")
    };
    Cell::shown(number, text)
}

fn joined(numbers: impl Iterator<Item = usize>, with: &str) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    numbers.join(with)
}

/// The allocators, in the order of the columns.
fn allocators(classes: &[SizeClasses]) -> String {
    let names: Vec<&str> = classes.iter().map(|of| of.allocator.name()).collect();
    names.join("/")
}

fn by_allocator(classes: &[SizeClasses]) -> impl Iterator<Item = Column> {
    let names = classes.iter().map(|of| of.allocator.name());
    names.map(Column::numbers)
}
