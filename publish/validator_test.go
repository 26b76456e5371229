package publish

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// validator knows the part of JSON Schema that Schema uses, and refuses properties
// that a schema does not name: what is published must be described.
type validator struct{ root map[string]any }

func (v validator) check(s map[string]any, value any, where string) error {
	if ref, ok := s["$ref"].(string); ok {
		def := v.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")]
		return v.check(def.(map[string]any), value, where)
	}
	if enum, ok := s["enum"].([]any); ok && !slices.Contains(enum, value) {
		return fmt.Errorf("%s is %v: want one of %v", where, value, enum)
	}
	if err := checkType(s["type"], value, where); err != nil {
		return err
	}
	if pattern, ok := s["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(value.(string)) {
		return fmt.Errorf("%s is %q: want %s", where, value, pattern)
	}
	switch value := value.(type) {
	case map[string]any:
		return v.checkObject(s, value, where)
	case []any:
		return v.checkArray(s, value, where)
	}
	return nil
}

func (v validator) checkObject(s, value map[string]any, where string) error {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := value[key.(string)]; !ok {
			return fmt.Errorf("%s lacks %s", where, key)
		}
	}
	for key, part := range value {
		p, ok := properties[key].(map[string]any)
		if !ok {
			return fmt.Errorf("%s has %s, which is not in the schema", where, key)
		}
		if err := v.check(p, part, where+"."+key); err != nil {
			return err
		}
	}
	return nil
}

func (v validator) checkArray(s map[string]any, value []any, where string) error {
	if n, ok := s["minItems"].(float64); ok && len(value) < int(n) {
		return fmt.Errorf("%s has %d items, want %g", where, len(value), n)
	}
	if n, ok := s["maxItems"].(float64); ok && len(value) > int(n) {
		return fmt.Errorf("%s has %d items, want %g", where, len(value), n)
	}
	for i, item := range value {
		if err := v.check(s["items"].(map[string]any), item, fmt.Sprintf("%s[%d]", where, i)); err != nil {
			return err
		}
	}
	return nil
}

func checkType(want, value any, where string) error {
	names, ok := want.([]any)
	if !ok {
		if want == nil {
			return nil
		}
		names = []any{want}
	}
	for _, name := range names {
		if isType(name.(string), value) {
			return nil
		}
	}
	return fmt.Errorf("%s is %v: want %v", where, value, names)
}

func isType(name string, value any) bool {
	switch v := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}
