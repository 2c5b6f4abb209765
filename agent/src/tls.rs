//! The cryptography provider of TLS.

/// Sets the provider for the whole process. Call it before the first HTTP client is created;
/// another call changes nothing.
pub fn install() {
    // An error means that a provider is set already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
