//! Reading a row into a struct.

/// Reads each field from the column of its name.
///
/// sqlx can derive this, but the crate of its macros needs a second `SQLite`, compiled for the machine
/// that builds. On two cores that is half a minute of a first build.
macro_rules! from_row {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl sqlx::FromRow<'_, sqlx::sqlite::SqliteRow> for $name {
            fn from_row(row: &sqlx::sqlite::SqliteRow) -> sqlx::Result<Self> {
                Ok(Self {
                    $($field: sqlx::Row::try_get(row, stringify!($field))?),+
                })
            }
        }
    };
}

pub(super) use from_row;
