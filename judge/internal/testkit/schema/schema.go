// Package schema holds JSON against a JSON Schema, as far as the project's own schema goes. It is stricter than the
// standard: a field that the schema does not name is an error, so that none is forgotten there.
package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Schema is a schema that was read.
type Schema struct{ root map[string]any }

// Parse reads a schema.
func Parse(text []byte) (Schema, error) {
	var s Schema
	return s, json.Unmarshal(text, &s.root)
}

// Check says what in the text is not as the definition of that name wants it, "" for the whole.
func (s Schema) Check(text []byte, definition string) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	rule := s.root
	if definition != "" {
		rule = map[string]any{"$ref": "#/$defs/" + definition}
	}
	return s.check("$", value, rule)
}

func (s Schema) check(at string, value any, rule map[string]any) error {
	if ref, ok := rule["$ref"].(string); ok {
		defs, _ := s.root["$defs"].(map[string]any)
		next, ok := defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: the schema has no %s", at, ref)
		}
		return s.check(at, value, next)
	}
	if choices, ok := rule["anyOf"].([]any); ok {
		var err error
		for _, one := range choices {
			if err = s.check(at, value, one.(map[string]any)); err == nil {
				return nil
			}
		}
		return err
	}
	if want, ok := rule["const"]; ok && !reflect.DeepEqual(want, value) {
		return fmt.Errorf("%s: %v is not %v", at, value, want)
	}
	if words, ok := rule["enum"].([]any); ok && !slices.Contains(words, value) {
		return fmt.Errorf("%s: %v is none of %v", at, value, words)
	}
	if want, ok := rule["type"].(string); ok && !isA(value, want) {
		return fmt.Errorf("%s: %v is not of type %s", at, value, want)
	}
	switch v := value.(type) {
	case map[string]any:
		return s.object(at, v, rule)
	case []any:
		items, _ := rule["items"].(map[string]any)
		for i, one := range v {
			if err := s.check(fmt.Sprintf("%s[%d]", at, i), one, items); err != nil {
				return err
			}
		}
	}
	return nil
}

// object checks the fields of an object.
func (s Schema) object(at string, value, rule map[string]any) error {
	required, _ := rule["required"].([]any)
	for _, name := range required {
		if _, ok := value[name.(string)]; !ok {
			return fmt.Errorf("%s: %s is missing", at, name)
		}
	}
	properties, told := rule["properties"].(map[string]any)
	others, open := rule["additionalProperties"].(map[string]any)
	if !told && !open {
		return nil // any object
	}
	for name, field := range value {
		one, ok := properties[name].(map[string]any)
		if !ok && !open {
			return fmt.Errorf("%s: the schema does not tell of %s", at, name)
		}
		if !ok {
			one = others
		}
		if err := s.check(at+"."+name, field, one); err != nil {
			return err
		}
	}
	return nil
}

func isA(value any, kind string) bool {
	switch v := value.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case float64:
		return kind == "number" || kind == "integer" && v == float64(int64(v))
	case []any:
		return kind == "array"
	}
	return kind == "object"
}
