package problem

import "path/filepath"

// Talks reports whether a case is more than one run of a program on one input: a conversation with the program
// that checks, or several passes.
func (c Check) Talks() bool { return c.Interactive || c.MultiPass }

// Talker returns the check of the interactor, if another program checks what the interactor leaves.
func (c Check) Talker() Check {
	return Check{Kind: "testlib", Program: c.Interactor, Interactive: true}
}

// completeTalk checks that an interactive problem has a program to talk with, and no setting that contradicts it.
func (p *Problem) completeTalk(f *faults, typeLine int) {
	if !p.Check.Talks() {
		return
	}
	path, what := filepath.Join(p.Dir, "problem.yaml"), "interactive"
	if !p.Check.Interactive {
		what = "multi-pass"
	}
	switch k := p.Check.Kind; {
	case p.Function != nil:
		f.add(path, typeLine, "type: %s: not together with function:, which is called and does not talk", what).hint("take one of them out")
	case p.InputFile+p.OutputFile != "":
		f.add(path, typeLine, "type: %s: not together with input_file: or output_file:", what).hint("the program talks through standard input and output")
	case p.Check.MultiPass && (k == "testlib" || p.Check.Interactor != ""):
		f.add(path, typeLine, "type: %s: a testlib checker has no way to ask for another pass", what).hint("write an output validator: see docs/interactive.md")
	case k != "validator" && k != "testlib" && p.Check.Interactor == "":
		f.add(path, typeLine, "type: %s: no program that talks with the submission, or judges its passes", what).hint("put one into %s: see docs/interactive.md", filepath.Join(p.Dir, "output_validator"))
	}
}
