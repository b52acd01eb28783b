package function_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestLargeInputs passes an array of 10^5 numbers and a matrix of 300 by 300 through each driver. The time is logged
// only, since the machine may be busy.
func TestLargeInputs(t *testing.T) {
	w := open(t)
	row := func(n int, sep string) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprint(i*7919%2000003-1000000))
		}
		return "[" + strings.Join(all, ",") + "]" + sep
	}
	matrix := "[" + strings.TrimSuffix(strings.Repeat(row(300, ","), 300), ",") + "]"
	for _, test := range []struct{ signature, input string }{
		{"int[] same(int[] value)", row(100_000, "")},
		{"int[][] same(int[][] value)", matrix},
	} {
		s := parse(t, test.signature)
		for language := range suffix {
			t.Run(language, func(t *testing.T) {
				p, err := w.build(t, s, language, "same."+suffix[language], sameSource(language, s.Heads(language), s.Result.Depth()))
				if err != nil {
					t.Fatal(err)
				}
				r := w.run(t, s, p, test.input+"\n")
				if r.err != nil || text(r) != test.input {
					t.Fatalf("%v %s: %d bytes came back as %d", r.err, r.outcome.Stderr, len(test.input), len(text(r)))
				}
				t.Logf("%s: driver %.2f ms, call %.3f ms, CPU of the process %.2f ms", test.signature,
					float64(r.answers.Driver.Microseconds())/1e3, float64(r.answers.Call.Microseconds())/1e3, float64(r.outcome.CPU.Microseconds())/1e3)
			})
		}
	}
}

// sameSource is a function that returns its argument.
func sameSource(language, head string, depth int) string {
	switch language {
	case "c":
		out := "*returnSize = valueSize; "
		if depth > 1 {
			out += "*returnColumnSizes = valueColSize; "
		}
		return head + " { " + out + "return value; }\n"
	case "cpp":
		return "class Solution {\npublic:\n    " + head + " { return value; }\n};\n"
	case "java":
		return "class Solution {\n    " + head + " { return value; }\n}\n"
	case "go":
		return head + " { return value }\n"
	case "python":
		return "class Solution:\n    " + head + "\n        return value\n"
	case "rust":
		return "impl Solution {\n    " + head + " { value }\n}\n"
	}
	return head + " { return value; };\n"
}
