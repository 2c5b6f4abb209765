//! The rules of Chat Completions, one by one.

mod requests;
mod streams;
