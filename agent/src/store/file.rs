//! The database file and its lock file. On Unix only the account that runs the agent can read the
//! files that are created here: they hold whole conversations.

use std::fs::{File, OpenOptions, TryLockError};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Locks the store: two processes would mark each other's runs as interrupted.
pub(super) fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let path = PathBuf::from(name);
    let file = open(&path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path)),
        Err(TryLockError::Error(source)) => Err(StoreError::File { path, source }),
    }
}

/// Creates the database file if there is none. `SQLite` would let every account read it. The files
/// that `SQLite` puts beside it, `-wal` and `-shm`, get its mode.
pub(super) fn create(path: &Path) -> Result<(), StoreError> {
    open(path).map(drop)
}

/// Opens a file, and creates it if there is none. An existing file keeps its content and its mode.
fn open(path: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    options.mode(0o600);
    options.open(path).map_err(|source| StoreError::File {
        path: path.to_owned(),
        source,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::super::Store;
    use super::*;

    #[tokio::test]
    async fn other_accounts_cannot_read_a_new_store_and_an_old_one_keeps_its_mode() {
        let directory = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let metadata = metadata(directory.path().join(name)).unwrap();
            metadata.permissions().mode() & 0o777
        };
        let new = directory.path().join("new.db");
        let _new = Store::open(Some(&new)).await.unwrap();
        for name in ["new.db", "new.db-wal", "new.db-shm", "new.db.lock"] {
            assert_eq!(mode(name), 0o600, "{name}");
        }
        let old = directory.path().join("old.db");
        File::create(&old).unwrap();
        set_permissions(&old, Permissions::from_mode(0o640)).unwrap();
        let _old = Store::open(Some(&old)).await.unwrap();
        assert_eq!(mode("old.db"), 0o640);
    }
}
