// Package say holds messages as values: a format, its arguments and, separately, advice. Code that finds something
// makes such a value; code that shows it renders it in English or Chinese. A format is its own English, and the key
// of its Chinese in the catalogue.
package say

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"
)

// Message is a text to show; the zero value is empty. Its arguments are strings, numbers and other messages, so it
// can travel to another process and back unchanged.
type Message struct {
	Format string
	Args   []any    // each a string, int64, float64 or Message
	Remedy *Message // what to do about it, said on the next line; nil where nothing is known to help
}

// Of makes a message. Other arguments are converted: an error to its message, anything else to its text.
func Of(format string, args ...any) Message {
	if false {
		_ = fmt.Sprintf(format, args...) // so that go vet looks at the format
	}
	return Message{Format: format, Args: values(args)}
}

func values(args []any) (plain []any) {
	for _, arg := range args {
		plain = append(plain, valueOf(arg))
	}
	return plain
}

func valueOf(arg any) any {
	switch x := arg.(type) {
	case string, int64, float64, Message:
		return x
	case int:
		return int64(x)
	case int32:
		return int64(x)
	case uint8:
		return int64(x)
	case uint64:
		return int64(x)
	case error:
		return From(x)
	case interface{ Message() Message }:
		return x.Message()
	}
	return fmt.Sprint(arg)
}

// Text is text of a program or a file: the same in every language.
func Text(s string) Message {
	if s == "" {
		return Message{}
	}
	return Of("%s", s)
}

// Phrase makes a message from a text of the system or of a library. If the catalogue has the whole text, it is
// translated. Never use it for the output of a program.
func Phrase(s string) Message { return Message{Format: strings.ReplaceAll(s, "%", "%%")} }

// Words is a text in one language or both, such as a title or a description.
type Words struct{ English, Chinese string }

// Said reports whether there are words at all.
func (w Words) Said() bool { return w != Words{} }

// In returns the words in a language, or in the other one if there are none.
func (w Words) In(l Language) string {
	if l == Chinese && w.Chinese != "" || w.English == "" {
		return w.Chinese
	}
	return w.English
}

// Count is a number with its noun: "1 case", "2 cases".
func Count(n int, noun string) Message {
	if n == 1 {
		return Of("%d "+noun, n)
	}
	return Of("%d "+noun+"s", n)
}

// Join puts several messages on one line; empty ones are left out.
func Join(all ...Message) Message { return chain("%s; %s", all) }

// List is the words, or names, with commas between them.
func List[T ~string](words []T) Message {
	var all []Message
	for _, w := range words {
		all = append(all, Text(string(w)))
	}
	return chain("%s, %s", all)
}

// below is the format of messages that are printed one below the other.
const below = "%s\n%s"

func chain(format string, all []Message) (m Message) {
	for _, next := range all {
		switch {
		case !next.Said():
		case !m.Said():
			m = next
		default:
			m = Of(format, m, next)
		}
	}
	return m
}

// Said reports whether the message is not empty.
func (m Message) Said() bool { return m.Format != "" }

// Hint returns the message with advice. In Hint("%s", m) the message m is the advice itself; an empty m adds nothing.
func (m Message) Hint(format string, args ...any) Message {
	remedy := Of(format, args...)
	if whole, ok := remedy.whole(); ok {
		remedy = whole
	}
	if remedy.Said() {
		m.Remedy = &remedy
	}
	return m
}

// whole unwraps a message whose format is only "%s".
func (m Message) whole() (Message, bool) {
	if m.Format != "%s" {
		return Message{}, false
	}
	inner, ok := m.Args[0].(Message)
	return inner, ok
}

// Map returns the message with every text in it changed, for instance to show a path under another name.
func (m Message) Map(change func(string) string) Message {
	changed := Message{Format: m.Format}
	if len(m.Args) == 0 {
		changed.Format = change(m.Format) // a phrase
	}
	for _, arg := range m.Args {
		switch x := arg.(type) {
		case string:
			arg = change(x)
		case Message:
			arg = x.Map(change)
		}
		changed.Args = append(changed.Args, arg)
	}
	if m.Remedy != nil {
		remedy := m.Remedy.Map(change)
		changed.Remedy = &remedy
	}
	return changed
}

// String is the message in English.
func (m Message) String() string { return English.Text(m) }

// Error is a message that is also an error.
type Error struct {
	What Message
	errs []error // the wrapped errors
}

// Errorf makes an error. As in fmt.Errorf, %w wraps an error. If the wrapped error is the last argument, its hint
// becomes the hint of the new error, and is still printed last.
func Errorf(format string, args ...any) *Error {
	if false {
		_ = fmt.Errorf(format, args...)
	}
	e := &Error{What: Message{Format: format, Args: values(args)}}
	if strings.Contains(format, "%w") {
		for _, arg := range args {
			if err, ok := arg.(error); ok {
				e.errs = append(e.errs, err)
			}
		}
	}
	if last := len(args) - 1; strings.HasSuffix(format, "%w") {
		if inner, ok := e.What.Args[last].(Message); ok {
			e.What.Remedy, inner.Remedy = inner.Remedy, nil
			e.What.Args[last] = inner
		}
	}
	return e
}

// Hint returns the error with advice.
func (e *Error) Hint(format string, args ...any) *Error {
	return &Error{What: e.What.Hint(format, args...), errs: e.errs}
}

func (e *Error) Error() string    { return e.What.String() }
func (e *Error) Unwrap() []error  { return e.errs }
func (e *Error) Message() Message { return e.What }

// From returns the message of an error.
func From(err error) Message {
	switch e := err.(type) {
	case nil:
		return Message{}
	case interface{ Message() Message }:
		return e.Message()
	case *fs.PathError:
		return Of("%s %s: %s", Phrase(e.Op), e.Path, From(e.Err))
	case *os.LinkError:
		return Of("%s %s %s: %s", Phrase(e.Op), e.Old, e.New, From(e.Err))
	case *os.SyscallError:
		return Of("%s: %s", e.Syscall, From(e.Err))
	case interface{ Unwrap() []error }:
		var all []Message
		for _, one := range e.Unwrap() {
			all = append(all, From(one))
		}
		return chain(below, all)
	}
	return Phrase(err.Error())
}

// First returns the first message of an error that joins several.
func First(err error) Message {
	_, own := err.(interface{ Message() Message })
	if all, ok := err.(interface{ Unwrap() []error }); ok && !own {
		return First(all.Unwrap()[0])
	}
	return From(err)
}

// MarshalJSON implements json.Marshaler. Whole numbers and other numbers remain distinct; a text that is not UTF-8 is the
// object {"bytes": ...}.
func (m Message) MarshalJSON() ([]byte, error) {
	if !m.Said() {
		return []byte("null"), nil
	}
	v := struct {
		Format string            `json:"format"`
		Args   []json.RawMessage `json:"args,omitempty"`
		Remedy *Message          `json:"remedy,omitempty"`
	}{Format: m.Format, Remedy: m.Remedy}
	for _, arg := range m.Args {
		if s, ok := arg.(string); ok && !utf8.ValidString(s) {
			arg = map[string][]byte{"bytes": []byte(s)}
		}
		text, err := json.Marshal(arg)
		if x, ok := arg.(float64); ok && err == nil && !strings.ContainsAny(string(text), ".eE") {
			text = fmt.Appendf(nil, "%.1f", x)
		}
		if err != nil {
			return nil, err
		}
		v.Args = append(v.Args, text)
	}
	return json.Marshal(v)
}

// What a message from elsewhere may be at most: one of a few bytes could ask for gigabytes.
const (
	mostVerbs  = 30
	mostNested = 1000 // a list nests its words
)

// UnmarshalJSON is part of json.Unmarshaler.
func (m *Message) UnmarshalJSON(data []byte) (err error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err = d.Decode(&v); err == nil {
		*m, err = messageOf(v, 0)
	}
	return err
}

var errNoMessage = errors.New("not a message")

func messageOf(v any, depth int) (m Message, err error) {
	said, ok := v.(map[string]any)
	format, _ := said["format"].(string)
	if v == nil || ok && format == "" {
		return m, nil
	}
	args, listed := said["args"].([]any)
	verbs := strings.Count(format, "%") - 2*strings.Count(format, "%%")
	if !ok || !listed && said["args"] != nil || verbs > mostVerbs || depth > mostNested {
		return m, errNoMessage
	}
	m.Format = format
	for _, arg := range args {
		if arg, err = argument(arg, depth); err != nil {
			return m, err
		}
		m.Args = append(m.Args, arg)
	}
	if said["remedy"] != nil {
		remedy, err := messageOf(said["remedy"], depth+1)
		m.Remedy = &remedy
		return m, err
	}
	return m, nil
}

func argument(v any, depth int) (any, error) {
	switch x := v.(type) {
	case string:
		return x, nil
	case json.Number:
		if strings.ContainsAny(x.String(), ".eE") {
			return x.Float64()
		}
		return x.Int64()
	case map[string]any:
		if raw, ok := x["bytes"].(string); ok {
			text, err := base64.StdEncoding.DecodeString(raw)
			return string(text), err
		}
	}
	return messageOf(v, depth+1)
}

// Cause returns a file error without its path, since the judge's messages begin with the path.
func Cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
