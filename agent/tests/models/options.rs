//! Combinations of the options for the model.

use clap::Parser;
use midturn_agent::models::Api;
use midturn_agent::options::{Options, OptionsError};

fn check(arguments: &[&str]) -> Result<(), OptionsError> {
    let arguments = ["midturn-agent"].iter().chain(arguments);
    Options::try_parse_from(arguments).unwrap().check()
}

#[test]
fn chat_completions_are_the_default_but_at_openai_and_have_a_default_model() {
    let api = |arguments: &[&str]| {
        let arguments = ["midturn-agent"].iter().chain(arguments);
        Options::parse_from(arguments).model_api()
    };
    let openai = "--model-url=https://api.openai.com/v1";
    assert_eq!(api(&[openai]), Api::Responses);
    assert_eq!(api(&[openai, "--model-api=chat"]), Api::Chat);
    let options = Options::parse_from(["midturn-agent", "--model-url=http://e.org/v1"]);
    assert_eq!(options.model_api(), Api::Chat);
    assert_eq!(options.model_name(), "gpt-4.1-mini");
    assert_eq!(options.check(), Ok(()));
}

#[test]
fn options_for_a_model_need_an_endpoint() {
    for option in [
        "--model-api=chat",
        "--model-api=anthropic",
        "--model=m",
        "--model-key=k",
        "--reasoning-effort=low",
        "--max-output-tokens=1000",
        "--allow-write",
        "--allow-commands",
    ] {
        let error = check(&[option]).unwrap_err().to_string();
        let name = option.split('=').next().unwrap();
        assert!(error.starts_with(name), "{error}");
        assert!(error.contains("--model-url"), "{error}");
        let whole = ["--model-url=http://e.org", "--model=claude", option];
        if option != "--model=m" {
            assert_eq!(check(&whole), Ok(()), "{option}");
        }
    }
}

#[test]
fn anthropic_needs_the_name_of_a_model() {
    let options = ["--model-api=anthropic", "--model-url=http://e.org"];
    let error = check(&options).unwrap_err();
    assert_eq!(error, OptionsError::NoModel(Api::Anthropic));
    assert_eq!(
        error.to_string(),
        "--model-api anthropic needs the name of the model: give it by --model"
    );
    assert_eq!(check(&[&options[..], &["--model=claude"]].concat()), Ok(()));
}

#[test]
fn the_url_of_one_api_is_not_a_base_url() {
    for path in ["/chat/completions", "/responses", "/messages"] {
        let url = format!("--model-url=http://e.org/v1{path}/");
        assert_eq!(check(&[&url]), Err(OptionsError::NotTheBase { path }));
    }
}

#[test]
fn an_unknown_api_is_refused_with_the_known_ones() {
    let error = Options::try_parse_from(["midturn-agent", "--model-api=gemini"]).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("chat, responses, anthropic"), "{error}");
}
