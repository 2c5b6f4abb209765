//! Parts of the program for features that few people need. Each part is a file of its own, fetched
//! on first use.
//!
//! [`part!`](crate::part) names a part and makes a function that loads it. Without the feature
//! `parts`, the whole program is one file. `cargo xtask build` divides the program with
//! `wasm_split_cli_support`.

use std::pin::Pin;

use leptos::prelude::AnyView;
pub use leptos::wasm_split;
pub use leptos::wasm_split::SplitLoaderError;

/// A part that is being loaded. After an error, another request fetches the part again.
pub type Loading<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// Makes the view of a part's component from its props.
pub type Make<P> = fn(P) -> AnyView;

/// Names a part and something in it: a function, or the address of a constant. The part's file has
/// only the code that can be reached from that function or constant and from nowhere else.
///
/// ```
/// midturn::part! {
///     in greetings
///     /// Makes a greeting.
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
