//! How a type grows: fields and variants of a later version, in older and newer records.
//!
//! Not responsible for the types that are stored (see the tests above).

use crate::record::{Record, read_as, typed, write_as};
use crate::stored;

mod before {
    //! What a page of version 1 knew.
    use super::{Record, stored};

    pub(super) struct Outer {
        pub(super) inner: Vec<Inner>,
        pub(super) kind: Kind,
        pub(super) last: String,
    }

    pub(super) struct Inner {
        pub(super) id: String,
    }

    pub(super) enum Kind {
        Old { text: String },
    }

    stored!(struct Outer { inner, kind, last });
    stored!(struct Inner { id });
    stored!(enum Kind { 0: Old { text } });

    impl Record for Outer {}
}

#[derive(Debug, PartialEq)]
struct Outer {
    inner: Vec<Inner>,
    kind: Kind,
    newest: u32,
    last: String,
}

#[derive(Debug, PartialEq)]
struct Inner {
    note: Option<String>,
    id: String,
}

#[derive(Debug, PartialEq)]
enum Kind {
    Old { text: String, more: Vec<u8> },
    New,
}

stored!(struct Outer { inner, kind, newest since 3, last });
stored!(struct Inner { note since 2, id });
stored!(enum Kind { 0: Old { text, more since 2 }, 1: New });

impl Record for Outer {
    fn typed(&self) -> String {
        self.last.clone()
    }
}

fn later() -> Outer {
    let inner = |id: &str| Inner {
        note: Some("n".to_owned()),
        id: id.to_owned(),
    };
    Outer {
        inner: vec![inner("a"), inner("b")],
        kind: Kind::New,
        newest: 7,
        last: "typed".to_owned(),
    }
}

#[test]
fn fields_of_a_later_version_have_their_default_in_an_older_record() {
    let inner = ["a", "b"].map(|id| before::Inner { id: id.to_owned() });
    let older = before::Outer {
        inner: inner.into(),
        kind: before::Kind::Old {
            text: "x".to_owned(),
        },
        last: "l".to_owned(),
    };
    let bytes = write_as(1, &older);
    let inner = ["a", "b"].map(|id| Inner {
        note: None,
        id: id.to_owned(),
    });
    let expected = Outer {
        inner: inner.into(),
        kind: Kind::Old {
            text: "x".to_owned(),
            more: Vec::new(),
        },
        newest: 0,
        last: "l".to_owned(),
    };
    assert_eq!(read_as(3, &bytes), Some(expected));
    // Reading an older record leaves nothing behind for the next.
    let bytes = write_as(3, &later());
    assert_eq!(read_as(3, &bytes), Some(later()));
}

#[test]
fn a_record_of_a_later_version_is_not_read_but_what_was_typed_is_there() {
    let bytes = write_as(3, &later());
    assert_eq!(read_as::<Outer>(2, &bytes), None);
    assert_eq!(read_as::<before::Outer>(1, &bytes).map(|_| ()), None);
    assert_eq!(typed(&bytes), "typed");
    assert_eq!(read_as::<Outer>(3, &write_as(0, &later())), None);
}
