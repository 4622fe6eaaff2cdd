//! The folder of a test.

use std::path::PathBuf;
use std::{env, fs, process};

pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("string-kit-record-{name}-{}", process::id());
        let folder = Self(env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).expect("there is a folder");
        folder
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).expect("it can be read")
    }

    /// Returns the text of each file.
    pub(crate) fn texts(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).expect("it can be read");
        let paths = files.map(|file| file.expect("it can be read").path());
        paths
            .map(|path| fs::read_to_string(path).expect("it can be read"))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
