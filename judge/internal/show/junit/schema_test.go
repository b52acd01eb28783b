package junit_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/samples"
)

// shape describes what Jenkins's schema for JUnit files (junit-10.xsd) allows in an element, as far as we use it.
type shape struct {
	needed, allowed []string // attributes
	inside          []string // elements
	text            bool
}

var schema = map[string]shape{
	"":           {inside: []string{"testsuites"}},
	"testsuites": {allowed: []string{"name", "time", "tests", "failures", "errors"}, inside: []string{"testsuite"}},
	"testsuite": {needed: []string{"name", "tests", "failures", "errors"},
		allowed: []string{"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
		inside:  []string{"testsuite", "properties", "testcase", "system-out", "system-err"}},
	"testcase": {needed: []string{"name"}, allowed: []string{"time", "classname", "group"},
		inside: []string{"skipped", "error", "failure", "system-out", "system-err"}},
	"properties": {inside: []string{"property"}},
	"property":   {needed: []string{"name", "value"}},
	"skipped":    {allowed: []string{"type", "message"}, text: true},
	"error":      {allowed: []string{"type", "message"}, text: true},
	"failure":    {allowed: []string{"type", "message"}, text: true},
	"system-out": {text: true},
}

var surefireTime = regexp.MustCompile(`^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$`)

// againstSchema lists the parts of a file that the schema does not allow.
func againstSchema(data []byte) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	open := []string{""}
	dec := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return faults
		}
		if err != nil {
			return append(faults, err.Error())
		}
		within := open[len(open)-1]
		switch x := token.(type) {
		case xml.StartElement:
			name := x.Name.Local
			if !slices.Contains(schema[within].inside, name) {
				fault("<%s> in <%s>", name, within)
			}
			said := map[string]string{}
			for _, a := range x.Attr {
				said[a.Name.Local] = a.Value
				if s := schema[name]; !slices.Contains(s.needed, a.Name.Local) && !slices.Contains(s.allowed, a.Name.Local) {
					fault("<%s> has %s", name, a.Name.Local)
				}
			}
			for _, needed := range schema[name].needed {
				if _, ok := said[needed]; !ok {
					fault("<%s> has no %s", name, needed)
				}
			}
			if name != "testcase" && !surefireTime.MatchString(said["time"]) {
				fault("<%s> has time %q", name, said["time"])
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(strings.TrimSpace(string(x))) > 0 && !schema[within].text {
				fault("text in <%s>: %q", within, x)
			}
		}
	}
}

func TestJUnitKeepsToTheSchema(t *testing.T) {
	hostile := notCompiled("]]>\x00\x1b[2J\xff<testsuite>\ufffe")
	hostile.Results[0].Solution, hostile.Results[0].Path = "a\"<b>\x07", "\xff/main.go"
	hostile.Results[0].Cases = append(hostile.Results[0].Cases, result.Case{Case: "\x01", Verdict: result.WA, Expected: "AC",
		Difference: &result.Difference{Text: say.Text("x"), Want: "\x0b", Got: "\xed\xa0\x80"}})
	for name, run := range map[string]result.Run{"sample": samples.Mixed(), "hostile": hostile, "nothing": {}} {
		if faults := againstSchema(written(t, run)); len(faults) > 0 {
			t.Errorf("%s:\n%s", name, strings.Join(faults, "\n"))
		}
	}
	// The check finds what is not allowed.
	for _, bad := range []string{
		`<testsuite name="x"/>`, `<testsuites skipped="1"/>`, `<testsuites time="1e9"/>`, `<testsuites>x</testsuites>`, `<testsuites>`,
		`<testsuites><testsuite name="" tests="" failures="" errors=""><testcase name="" file=""/></testsuite></testsuites>`,
	} {
		if len(againstSchema([]byte(bad))) == 0 {
			t.Errorf("no fault found in %s", bad)
		}
	}
}
