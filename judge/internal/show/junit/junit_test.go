package junit

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/samples"
)

const complaint = "main.cpp:3:7: error: 'class std::map<int, std::vector<int> >' has no member named 'no_such_member_of_it'"

// notCompiled is a run of one solution that a compiler refused.
func notCompiled(said string) result.Run {
	return result.Run{Results: []result.Solution{{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC",
		Compile: result.Compile{Message: say.Text(said)},
		Cases:   []result.Case{{Case: "1", Verdict: result.CE, Expected: "AC", Message: say.Text(result.FirstError(said))}}}}}
}

// A build server shows the decisive line, with the whole text below it.
func TestJUnitOfCompilersText(t *testing.T) {
	run := notCompiled("main.cpp: In function 'int main()':\n" + complaint + "\n\tx.\x1b[2J;\n")
	var b bytes.Buffer
	if err := Write(&b, run); err != nil {
		t.Fatal(err)
	}
	failure := suiteOf(run.Results[0]).Cases[0].Failure
	if want := "CE, expected AC: " + complaint; failure.Message != want {
		t.Errorf("want %q, got %q", want, failure.Message)
	}
	if want := "main.cpp: In function 'int main()':\n" + complaint + "\n    x.\\x1b[2J;\n"; failure.Text != want {
		t.Errorf("want %q, got %q", want, failure.Text)
	}
	long := slices.Repeat([]string{strings.Repeat("x", 99)}, 1000)
	if text := textOf(strings.Join(long, "\n")); len(text) > mostText+100 || !strings.HasSuffix(text, "\nand 837 lines more\n") {
		t.Errorf("%d bytes, end %q", len(text), text[max(0, len(text)-40):])
	}
}

func TestGolden(t *testing.T) {
	scored := samples.Nested()
	scored.Results = append(scored.Results, samples.Seldom().Results...)
	for name, run := range map[string]result.Run{"run.xml": samples.Mixed(), "seldom.xml": scored} {
		var b bytes.Buffer
		if err := Write(&b, run); err != nil {
			t.Fatal(err)
		}
		samples.Golden(t, name, b.Bytes())
	}
}

// A report that cannot be written is an error, not a short report.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here:", err)
	}
	defer full.Close()
	if Write(full, samples.Mixed()) == nil {
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
		var b bytes.Buffer
		if err := Write(&b, run); err != nil {
			t.Fatal(err)
		}
		if faults := againstSchema(b.Bytes()); len(faults) > 0 {
			t.Error(strings.Join(faults, "\n"))
		}
	})
}

func TestBeyondTheSite(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, result.Run{Results: []result.Solution{samples.Beyond("one.cpp", result.OLE)}}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "<system-out>"); n != 2 {
		t.Errorf("%d cases are told to be no part of the verdict, want the two that failed", n)
	}
	for _, want := range []string{`failures="0"`, "<system-out>OLE, but beyond the site: no part of the verdict</system-out>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("does not say %q:\n%s", want, &b)
		}
	}
}
