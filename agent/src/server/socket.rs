//! What the server asks of the system for each connection.

use tokio::net::TcpStream;

/// How long a client may leave what it was sent unacknowledged.
#[cfg(target_os = "linux")]
const UNHEARD: std::time::Duration = std::time::Duration::from_secs(30);

/// Sets the options of an accepted connection. A connection without them works too.
pub(super) fn prepare(stream: &TcpStream) {
    // Events are small: send each at once (no Nagle delay).
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    // A client that loses its network says no goodbye, and by default TCP waits for it for a quarter of
    // an hour. Meanwhile it counts as a listener: its run works on for nobody, and is stopped at the
    // end of that time, when a client may long have joined again. The limit also ends the connection of
    // a client that reads nothing for this time while all buffers are full.
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(UNHEARD)) {
        tracing::debug!(%error, "no TCP_USER_TIMEOUT");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_client_that_vanishes_is_given_up_after_half_a_minute() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap());
        let (client, accepted) = tokio::join!(client, listener.accept());
        let (accepted, _) = accepted.unwrap();
        prepare(&accepted);
        let socket = socket2::SockRef::from(&accepted);
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(UNHEARD));
        assert!(accepted.nodelay().unwrap());
        drop(client);
    }
}
