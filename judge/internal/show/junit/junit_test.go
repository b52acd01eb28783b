package junit_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/junit"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// notCompiled is a run of one solution that a compiler refused.
func notCompiled(said string) result.Run {
	return result.Run{Results: []result.Solution{{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC",
		Compile: result.Compile{Message: say.Text(said)},
		Cases:   []result.Case{{Case: "1", Verdict: result.CE, Expected: "AC", Message: say.Text(result.FirstError(said))}}}}}
}

func written(t *testing.T, run result.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Succeed(t, junit.Write(&b, run))
	return b.Bytes()
}

// TestCompilersText: a build server shows the decisive line, with the whole text below it. A text that is too long ends.
func TestCompilersText(t *testing.T) {
	const complaint = "main.cpp:3:7: error: 'class std::map<int, std::vector<int> >' has no member named 'no_such_member_of_it'"
	long := slices.Repeat([]string{strings.Repeat("x", 99)}, 1000)
	for _, test := range []struct{ said, message, begin, end string }{
		{"main.cpp: In function 'int main()':\n" + complaint + "\n\tx.\x1b[2J;\n", complaint,
			"main.cpp: In function 'int main()':\n" + complaint + "\n", "\n    x.\\x1b[2J;\n"},
		{strings.Join(long, "\n"), long[0], long[0] + "\n", "\nand 837 lines more\n"},
	} {
		var read struct {
			Failure struct {
				Message string `xml:"message,attr"`
				Text    string `xml:",chardata"`
			} `xml:"testsuite>testcase>failure"`
		}
		must.Succeed(t, xml.Unmarshal(written(t, notCompiled(test.said)), &read))
		must.Equal(t, "CE, expected AC: "+test.message, read.Failure.Message)
		if text := read.Failure.Text; !strings.HasPrefix(text, test.begin) || !strings.HasSuffix(text, test.end) || len(text) > 17_000 {
			t.Errorf("%d bytes: %.200q, want it to begin with %q and to end with %q", len(text), text, test.begin, test.end)
		}
	}
}

func TestGolden(t *testing.T) {
	scored := samples.Nested()
	scored.Results = append(scored.Results, samples.Seldom().Results...)
	for name, run := range map[string]result.Run{"run.xml": samples.Mixed(), "seldom.xml": scored} {
		samples.Golden(t, name, written(t, run))
	}
}

// A report that cannot be written is an error, not a short report.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here:", err)
	}
	defer full.Close()
	must.Be(t, junit.Write(full, samples.Mixed()) != nil, "no error")
}

// FuzzWrite: whatever was read keeps to the schema.
func FuzzWrite(f *testing.F) {
	var seed strings.Builder
	result.WriteRun(&seed, samples.Mixed())
	f.Add(seed.String())
	for _, text := range append(samples.Hostile, "\x1b[31m\x00", "a\u202eb", "%s %d %!", "数独\n\"'") {
		seed.Reset()
		result.WriteRun(&seed, samples.HostileRun(text))
		f.Add(seed.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		run, err := result.ReadRun(strings.NewReader(text))
		if err != nil {
			return
		}
		if faults := againstSchema(written(t, run)); len(faults) > 0 {
			t.Error(strings.Join(faults, "\n"))
		}
	})
}

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
		must.Be(t, len(againstSchema([]byte(bad))) != 0, "no fault found in %s", bad)
	}
}
