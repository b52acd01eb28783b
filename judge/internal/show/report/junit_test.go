package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
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
	if err := JUnit(&b, run); err != nil {
		t.Fatal(err)
	}
	failure := junitSuiteOf(run.Results[0]).Cases[0].Failure
	if want := "CE, expected AC: " + complaint; failure.Message != want {
		t.Errorf("want %q, got %q", want, failure.Message)
	}
	if want := "main.cpp: In function 'int main()':\n" + complaint + "\n    x.\\x1b[2J;\n"; failure.Text != want {
		t.Errorf("want %q, got %q", want, failure.Text)
	}
	long := slices.Repeat([]string{strings.Repeat("x", 99)}, 1000)
	if text := junitText(strings.Join(long, "\n")); len(text) > junitBody+100 || !strings.HasSuffix(text, "\nand 837 lines more\n") {
		t.Errorf("%d bytes, end %q", len(text), text[max(0, len(text)-40):])
	}
}
