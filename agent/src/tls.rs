//! Which implementation of cryptography TLS uses.
//!
//! Not responsible for: any connection.

/// Chooses it for the whole process. To be called before the first HTTP client is made; calling it
/// again changes nothing.
pub fn install() {
    // An error means that there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
