package junit_test

import (
	"bytes"
	"encoding/xml"
	"os"
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
	if junit.Write(full, samples.Mixed()) == nil {
		t.Error("no error")
	}
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

func TestBeyondTheSite(t *testing.T) {
	text := string(written(t, result.Run{Results: []result.Solution{samples.Beyond("one.cpp", result.OLE)}}))
	if n := strings.Count(text, "<system-out>"); n != 2 {
		t.Errorf("%d cases are told to be no part of the verdict, want the two that failed", n)
	}
	for _, want := range []string{`failures="0"`, "<system-out>OLE, but beyond the site: no part of the verdict</system-out>"} {
		must.Contain(t, text, want, "does not say")
	}
}
