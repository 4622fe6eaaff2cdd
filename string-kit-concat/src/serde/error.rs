//! What can be wrong with nodes that are read.

use core::error::Error;
use core::fmt;

/// Why numbers are no nodes, or no texts of them.
///
/// serde lets an error carry a message and no more: a deserializer's error displays as this does.
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::NodeError;
///
/// let error = NodeError::Part { node: 1, part: 1 };
/// let json = r#"{"leaves":["na"],"nodes":[[0,1]],"texts":[1]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let read: Result<ConcatStr, _> = string_kit_concat::serde::deserialize(&mut deserializer);
/// assert!(read.unwrap_err().to_string().starts_with(&error.to_string()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeError {
    /// A concatenation has a part that is not before it: it would be a part of itself, or there is no such
    /// node.
    Part {
        /// The number of the concatenation.
        node: u64,
        /// The number of the part.
        part: u64,
    },
    /// A text is none of the nodes.
    Text {
        /// The number of the text.
        text: u64,
        /// How many nodes there are: their numbers are those below.
        nodes: usize,
    },
    /// There are none or several texts, where it is one that is read.
    Texts {
        /// How many there are.
        texts: usize,
    },
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part { node, part } => {
                write!(f, "node {node} has the part {part}, which is not before it")
            }
            Self::Text { text, nodes } => write!(f, "the text {text} is none of {nodes} nodes"),
            Self::Texts { texts } => write!(f, "{texts} texts, where there must be one"),
        }
    }
}

impl Error for NodeError {}
