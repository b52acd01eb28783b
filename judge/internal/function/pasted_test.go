package function_test

import (
	"strings"
	"testing"
)

// pasted are functions as people write them: names that a driver uses too, and what their language lets
// them do that a driver must bear. Each takes a number, and returns one more.
var pasted = []struct{ language, name, text string }{
	{"javascript", "a function called process", "var next = function(a) {\n    return process(a);\n};\nfunction process(a) {\n    return a + 1;\n}\n"},
}

func TestPasted(t *testing.T) {
	w := open(t)
	s := parse(t, "int next(int a)")
	for _, test := range pasted {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			p, err := w.build(t, s, test.language, "next."+suffix[test.language], test.text)
			if err != nil {
				t.Fatal(err)
			}
			r := w.run(t, s, p, "1\n2\n")
			if r.err != nil || text(r) != "2\n3" {
				t.Errorf("%v, results %q\n%s", r.err, text(r), strings.TrimSpace(string(r.outcome.Stderr)))
			}
		})
	}
}
