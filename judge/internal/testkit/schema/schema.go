// Package schema checks JSON with the project's own schema. It is stricter than the standard: a field that the schema
// does not name is an error, so that none is forgotten there.
package schema

import (
	"bytes"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a schema that was read.
type Schema struct{ compiler *jsonschema.Compiler }

const name = "file:///schema.json"

// Parse reads a schema.
func Parse(text []byte) (Schema, error) {
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return Schema{}, err
	}
	closeObjects(root)
	s := Schema{jsonschema.NewCompiler()}
	return s, s.compiler.AddResource(name, root)
}

// closeObjects allows no other fields than those that a schema names.
func closeObjects(of any) {
	switch v := of.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for _, inner := range v {
			closeObjects(inner)
		}
	case []any:
		for _, inner := range v {
			closeObjects(inner)
		}
	}
}

// Check says what in the text is not as the definition of that name wants it, "" for the whole.
func (s Schema) Check(text []byte, definition string) error {
	at := name
	if definition != "" {
		at += "#/$defs/" + definition
	}
	compiled, err := s.compiler.Compile(at)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}
