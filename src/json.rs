//! JSON for components, which know no protocol: the arguments of calls, answers, and plans.

pub(crate) use midturn_protocol::json::{
    argument_fields, argument_values, brief_arguments, is_json, leaves, string_of, text_of,
};
pub(crate) use midturn_protocol::plan::read as plan_in;
