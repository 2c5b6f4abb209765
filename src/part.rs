//! Parts of the program that few need: each is a file of its own, fetched when it is first asked for.
//!
//! A part is named by [`part!`](crate::part), which makes of it a function that loads it. Where the
//! feature `parts` is off, all of it is there from the start. Not responsible for how the program is
//! divided: `cargo xtask build` does it, by `wasm_split_cli_support`.

use std::pin::Pin;

use leptos::prelude::AnyView;
pub use leptos::wasm_split;
pub use leptos::wasm_split::SplitLoaderError;

/// A part on its way. It could not be fetched: it may be asked for again, and is fetched again.
pub type Loading<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// What a part with a component has: makes the view of what the component is given.
pub type Make<P> = fn(P) -> AnyView;

/// Names a part, and something it has: a function, or the address of something constant. Only what can
/// be reached from there and from nowhere else is in its file.
///
/// ```
/// midturn::part! {
///     in greetings
///     /// What is said to strangers.
///     pub fn greeting() -> fn(&str) -> String { |name| format!("Hello, {name}") }
/// }
/// ```
#[macro_export]
macro_rules! part {
    (in $part:ident $(#[$doc:meta])* $vis:vis fn $name:ident() -> $what:ty { $value:expr }) => {
        $(#[$doc])*
        $vis fn $name() -> $crate::part::Loading<$what> {
            #[cfg(feature = "parts")]
            #[$crate::part::wasm_split::wasm_split(
                $part,
                wasm_split_path = $crate::part::wasm_split,
                fallible
            )]
            fn $name() -> Result<$what, $crate::part::SplitLoaderError> {
                Ok($value)
            }
            #[cfg(not(feature = "parts"))]
            async fn $name() -> Result<$what, $crate::part::SplitLoaderError> {
                Ok($value)
            }
            Box::pin($name())
        }
    };
}
