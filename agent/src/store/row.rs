//! Reading a row into a struct.

/// Reads each field from the column of its name.
///
/// sqlx can derive this. Its macros would compile `SQLite` a second time, for the machine that builds:
/// half a minute of a first build.
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
