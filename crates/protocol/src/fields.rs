//! Reads the objects of a frame into serde structs and enums.
//!
//! This module does two things that serde cannot. First, serde's internally tagged enums (`tag =
//! "type"`) buffer fields in a form that loses the text of numbers and every [`RawValue`]. Here, an
//! object is read once into its fields, and the enum reads the fields as the variant that the
//! object's type names. Second, serde's structs refuse duplicate fields. Here, the last one counts.
//!
//! What a field may contain is in [`crate::value`].

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Error;
use serde_json::value::RawValue;

use crate::json::{self, Field};

/// The fields of one object, in order.
#[derive(Debug)]
pub struct Fields<'a> {
    all: Vec<Field<'a>>,
    /// For each field, whether any struct read so far has it.
    known: Vec<bool>,
}

impl<'a> Fields<'a> {
    /// Reads one level of JSON; `None` if it is not an object.
    pub fn of(json: &'a str) -> Option<Self> {
        let all = json::fields(json)?;
        let known = vec![false; all.len()];
        Some(Self { all, known })
    }

    /// The field `type`, if it is a string.
    pub fn kind(&self) -> Option<Cow<'a, str>> {
        json::text(self.find("type")?).map(|(kind, _)| kind)
    }

    /// Of duplicate fields, the last one counts.
    fn find(&self, name: &str) -> Option<&'a RawValue> {
        let mut fields = self.all.iter().rev();
        fields.find(|field| field.0 == name).map(|field| field.1)
    }

    /// Reads the fields as a struct.
    pub fn read<T: Deserialize<'a>>(&mut self) -> Option<T> {
        T::deserialize(self).ok()
    }

    /// Reads the fields as the variant of this name; `None` if there is no such variant.
    pub fn read_as<T: Deserialize<'a>>(&mut self, name: &str) -> Option<T> {
        let whole = MapDeserializer::new(std::iter::once((name, self)));
        T::deserialize(MapAccessDeserializer::new(whole)).ok()
    }

    /// The field names that no struct had.
    pub fn unknown(&self) -> impl Iterator<Item = &str> {
        let fields = self.all.iter().zip(&self.known);
        fields
            .filter(|(_, known)| !**known)
            .map(|((name, _), _)| &**name)
    }
}

impl<'de> Deserializer<'de> for &mut Fields<'de> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        for (field, known) in self.all.iter().zip(&mut self.known) {
            *known |= fields.contains(&&*field.0);
        }
        let found = fields
            .iter()
            .filter_map(|name| Some((*name, self.find(name)?)));
        visitor.visit_map(MapDeserializer::new(found))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let all = self.all.iter().map(|(name, json)| (&**name, *json));
        visitor.visit_map(MapDeserializer::new(all))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for &mut Fields<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
