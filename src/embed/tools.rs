//! The embedder's tools: read from the element, and called.
//!
//! `extras/src/tools` checks a call's arguments, limits its time and turns its result into text.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Reflect};
use midturn::driver::{ClientTools, Offered, ToolAnswer, ToolCall};
use midturn::extra::{get, load, settled};
use midturn::transport::OnDrop;
use midturn_protocol::request::Tool;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

/// What the agent is told when [`answered`] could not call a tool. The reason is for the embedder: it
/// may have an address of the page.
const NOT_CALLED: &str = "The tool could not be loaded.";

/// The element's `tools` property.
pub(super) struct GivenTools {
    list: Array,
    /// Tells the embedder's page of an error, with its code and a message.
    failed: JsValue,
}

/// The embedder's tools; `None` if the property is not a list.
pub(super) fn given_tools(given: &JsValue) -> Option<Rc<dyn ClientTools>> {
    let list = get(given, "tools").dyn_into::<Array>().ok()?;
    let failed = get(&get(given, "hosting"), "failed");
    Some(Rc::new(GivenTools { list, failed }))
}

impl ClientTools for GivenTools {
    fn offered(&self) -> Vec<Offered> {
        self.list.iter().filter_map(|tool| offered(&tool)).collect()
    }

    fn run(&self, call: ToolCall, answer: Box<dyn FnOnce(ToolAnswer)>) -> OnDrop {
        let named = |tool: &JsValue| get(tool, "name").as_string().as_ref() == Some(&call.name);
        let tool = self.list.iter().find(named).unwrap_or(JsValue::UNDEFINED);
        // Does not fail in a browser that runs WebAssembly: `AbortController` is older.
        let controller = AbortController::new().ok();
        let signal = controller.as_ref().map(AbortController::signal);
        let signal = signal.map_or(JsValue::UNDEFINED, JsValue::from);
        let failed = self.failed.clone();
        spawn_local(async move {
            let answered = answered(&tool, &call, &signal, &failed).await;
            answer(answered.unwrap_or_else(|error| {
                if let Some(failed) = failed.dyn_ref::<Function>() {
                    let code = JsValue::from_str("load-failed");
                    let _ = failed.call2(&JsValue::UNDEFINED, &code, &get(&error, "message"));
                }
                ToolAnswer {
                    content: NOT_CALLED.to_owned(),
                    failed: true,
                }
            }));
        });
        OnDrop::new(move || {
            if let Some(controller) = controller {
                controller.abort();
            }
        })
    }
}

/// The description of a tool for the agent. `None` without a name or a function.
fn offered(tool: &JsValue) -> Option<Offered> {
    let name = get(tool, "name")
        .as_string()
        .filter(|name| !name.is_empty())?;
    get(tool, "execute").dyn_into::<Function>().ok()?;
    let parameters = get(tool, "parameters");
    let parameters = (!parameters.is_null_or_undefined())
        .then(|| js_sys::JSON::stringify(&parameters).ok()?.as_string())
        .flatten();
    Some(Offered {
        tool: Tool {
            name,
            description: get(tool, "description").as_string().unwrap_or_default(),
            parameters,
        },
        confirm: get(tool, "confirm").is_truthy(),
    })
}

/// Calls a tool, whose own errors are answers too.
///
/// # Errors
/// If the module that calls tools cannot be loaded.
async fn answered(
    tool: &JsValue,
    call: &ToolCall,
    signal: &JsValue,
    failed: &JsValue,
) -> Result<ToolAnswer, JsValue> {
    let module = load("tools").await?;
    let function: Function = get(&module, "answer").dyn_into()?;
    let context = Object::new();
    let members: [(&str, JsValue); 5] = [
        ("threadId", JsValue::from_str(call.thread.as_str())),
        ("runId", JsValue::from_str(call.run.as_str())),
        ("toolCallId", JsValue::from_str(call.call.as_str())),
        ("signal", signal.clone()),
        ("failed", failed.clone()),
    ];
    for (name, value) in members {
        Reflect::set(&context, &JsValue::from_str(name), &value)?;
    }
    let arguments = JsValue::from_str(&call.arguments);
    let promised = function.call3(&JsValue::UNDEFINED, tool, &arguments, &context)?;
    let answer = settled(promised).await?;
    Ok(ToolAnswer {
        content: get(&answer, "content").as_string().unwrap_or_default(),
        failed: get(&answer, "failed").is_truthy(),
    })
}
