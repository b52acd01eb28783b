package grade

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// A solution of a problem that asks for a function is a program like any other, or a function as the
// site takes it. Such a function gets a driver, which reads the arguments and writes the results in the
// format of package function. Nothing else here knows the difference.

// source returns the source to build with remarks on how it is taken, or a mistake that its compiler would explain badly.
func (p *Prepared) source() (src build.Source, remarks []say.Message, mistaken say.Message) {
	s, asked, l := p.Solution, p.Problem.Function, p.Problem.Limits
	if p.Without != nil {
		return src, nil, mistaken
	}
	src = source(s)
	src.Time, src.Memory, src.Unasked = l.CompileTime, l.CompileMemory, p.Unasked
	p.driven = IsFunction(p.Problem, s)
	if l.Code > 0 && s.Bytes > l.Code {
		return src, nil, say.Of("the source has %d bytes, and the problem takes %d", s.Bytes, l.Code)
	}
	if no := s.NoProgram(); no.Said() {
		return src, nil, no
	}
	if !p.driven {
		return src, nil, mistakenFor(p.Problem, s)
	}
	if err := s.Lang().Accept(*asked, s.Path, []byte(s.Text())); err != nil {
		return src, nil, say.From(err)
	}
	src.Made = Driven(*asked, s)
	return src, s.Lang().Remarks(*asked, s.Path, s.Text()), say.Message{}
}

// Driven returns the files to build for a solution that holds a function: its own, with a driver around them.
func Driven(asked function.Signature, s solution.Solution) (all []build.Made) {
	for _, f := range s.Lang().Wrap(asked, s.Path, []byte(s.Text())) {
		made := build.Made{Name: f.Name, Text: f.Text, Header: f.Beside}
		if f.User {
			made.Path = s.Path
		}
		all = append(all, made)
	}
	return all
}

// IsFunction reports whether a solution is judged as a function, with a driver of the judge's around it.
func IsFunction(p problem.Problem, s solution.Solution) bool {
	return p.Function != nil && len(s.Files) == 1 && s.Lang().Takes(*p.Function, s.Path, s.Text())
}

func isProgram(s solution.Solution) bool {
	return s.Lang().IsProgram(s.Text())
}

// mistakenFor tells beginners that they submitted a function where the problem asks for a program.
func mistakenFor(p problem.Problem, s solution.Solution) say.Message {
	if p.Function != nil || len(s.Files) != 1 || isProgram(s) {
		return say.Message{}
	}
	if !s.Lang().LooksBare(s.Text()) || s.Lang().MayStart(s.Text()) {
		return say.Message{}
	}
	if p.Dir == "" {
		return say.Of("%s: holds a function, or a class Solution, and no program", s.Path).Hint("add a main that reads, calls it and prints; or name the problem that asks for it with -problem")
	}
	return say.Of("%s: holds a function, or a class Solution, and no program: %s wants one that reads its input and prints the answer", s.Path, p.ID).Hint(
		"add a main that reads, calls it and prints; or, if the problem is one of LeetCode's, say so in %s, as in function: int[] twoSum(int[] nums, int target)", p.Dir+"/judge.yaml")
}

// explain adds an explanation to compiler errors about the driver, which the user does not know, and keeps the part
// of the text that is about the user's file.
func (p *Prepared) explain(failed *build.Failed) {
	s := p.Solution
	if !p.driven {
		return
	}
	said, own := failed.Output, *failed
	own.Output = s.Lang().Own(s.Path, said)
	p.Compile.Message, p.Why = own.Text(), own.First()
	if !s.Lang().Blames(said) {
		return
	}
	called := say.Of("the judge calls it as the problem asks for it: %s", s.Lang().Heads(*p.Problem.Function))
	misfit := s.Lang().Misfit(said)
	if misfit == "" {
		p.Compile.Message = say.Of("%s\n%s", strings.TrimRight(own.Output, "\n"), called)
		return
	}
	p.Why = called
	p.Compile.Message = say.Of("%s\n%s", misfit, called)
}

// called holds the input of a driver.
type called struct {
	signature function.Signature
	rules     function.Rules
	calls     []function.Call
	nonce     function.Nonce
	values    int // the most that a result may have
}

// spare is how many values a result may have besides those of the answer: it may be another answer, or a wrong one.
const spare = 1 << 20

// feed turns a case's input into the format that the driver reads. Calls that take more than a quarter of the limit are
// not made again: a right function near its limit would be over it.
func feed(p problem.Problem, c problem.Case, limit time.Duration) (*os.File, called, error) {
	k := called{signature: *p.Function, rules: p.Check.Rules()}
	text, err := os.ReadFile(c.In)
	if err != nil {
		return nil, k, err
	}
	if k.calls, err = k.signature.Read(text); err != nil {
		return nil, k, say.Errorf("%s: %w", c.In, err)
	}
	binary.NativeEndian.PutUint64(k.nonce[:], rand.Uint64())
	k.values = spare
	if info, err := os.Stat(c.Ans); err == nil { // each value has a character at least
		k.values += int(info.Size())
	}
	f, err := tempfile.Holding("case", k.signature.Encode(k.nonce, k.calls, limit/4))
	return f, k, err
}

// take replaces the program's output by the result of its function, written as the site does, and keeps the printed
// output next to it.
func (k called) take(o *sandbox.Outcome, r *result.Case) error {
	printed, err := io.ReadAll(io.LimitReader(o.Stdout, 16*excerpt))
	if err != nil {
		return err
	}
	r.Printed = ends(printed)
	if r.Verdict != "" {
		return nil
	}
	results, err := io.ReadAll(o.Results)
	if err != nil {
		return err
	}
	a, err := k.signature.Decode(k.nonce, k.calls, results, function.Most{Values: k.values, Time: o.Wall})
	if err != nil {
		r.Verdict, r.Message = result.RE, say.From(err)
		return nil
	}
	if a.Wrong.Said() {
		r.Verdict, r.Message = result.WA, a.Wrong
		return nil
	}
	passes := time.Duration(len(a.Passes))
	r.Call, r.Driver = a.Call/passes, a.Driver/passes
	later := (r.Call + r.Driver).Round(time.Microsecond) * (passes - 1)
	r.CPU, r.Wall = max(r.CPU-later, r.CPU/passes), max(r.Wall-later, r.Wall/passes) // whatever the driver says
	if n, again := k.dirty(a); again {
		r.Verdict = result.WA
		r.Message = say.Of("called again with the arguments of call %d, it gives another answer: something is left behind between the calls, in a global or static variable", n)
		return nil
	}
	text := []byte{}
	for _, v := range a.Passes[0] {
		text = append(append(text, function.WriteValue(v)...), '\n')
	}
	f, err := tempfile.Holding("case", text)
	if err != nil {
		return err
	}
	o.Stdout.Close()
	o.Stdout = f
	return nil
}

// untouched notices that a function which is to change its argument has left it as it was in every call. Output is what
// came of the calls.
func (p *Prepared) untouched(c problem.Case, output io.ReaderAt) say.Message {
	asked := p.Problem.Function
	if asked.Place < 0 {
		return say.Message{}
	}
	text, err := os.ReadFile(c.In)
	if err != nil {
		return say.Message{}
	}
	calls, err := asked.Read(text)
	if err != nil {
		return say.Message{}
	}
	var given []byte
	for _, call := range calls {
		given = append(append(given, function.WriteValue(call.Args[asked.Place])...), '\n')
	}
	left, err := io.ReadAll(io.NewSectionReader(output, 0, int64(len(given))+1))
	if err != nil || !bytes.Equal(left, given) {
		return say.Message{}
	}
	return say.Of("the function leaves %s as it was", asked.Params[asked.Place].Name).
		Hint("change what is in it: what the function returns, or puts into a variable of its own, does not count")
}

// dirty finds a call that gave another result in a later pass.
func (k called) dirty(a function.Answers) (call int, yes bool) {
	for _, pass := range a.Passes[1:] {
		for i, v := range pass {
			if _, same := k.rules.Same(a.Passes[0][i], v); !same {
				return i + 1, true
			}
		}
	}
	return 0, false
}
