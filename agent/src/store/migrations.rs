//! The versions of the store's tables.

use std::borrow::Cow;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The files in `migrations/`: the number and the words of each name, and the SQL. `sqlx::migrate!` would
/// list them, but the crate that it is in makes the build longer: see `row.rs`.
const FILES: &[(i64, &str, &str)] = &[
    (
        1,
        "threads",
        include_str!("../../migrations/0001_threads.sql"),
    ),
    (
        2,
        "left out",
        include_str!("../../migrations/0002_left_out.sql"),
    ),
    (
        3,
        "run begins",
        include_str!("../../migrations/0003_run_begins.sql"),
    ),
];

/// Brings a store to the current version.
pub(super) fn migrator() -> Migrator {
    let migrations = FILES.iter().map(|&(version, description, sql)| {
        let description = Cow::Borrowed(description);
        let kind = MigrationType::Simple;
        Migration::new(version, description, kind, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::migrate::Migrator;

    use super::migrator;

    #[tokio::test]
    async fn every_file_is_listed_as_sqlx_reads_it() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let read = Migrator::new(folder).await.expect("the files are read");
        let facts = |migrator: &Migrator| {
            let each = migrator.iter().map(|one| {
                let description = one.description.to_string();
                (one.version, description, one.checksum.to_vec(), one.no_tx)
            });
            each.collect::<Vec<_>>()
        };
        assert_eq!(facts(&migrator()), facts(&read));
    }
}
