package web

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/people/history"
)

// withOurs gives the tree two solutions, and what their README says about one.
func (w *world) withOurs() {
	w.t.Helper()
	const text = "//judge:problem sum\npackage main\n\nfunc main() {\n\t%s()\n}\n"
	files := map[string]string{"README.md": "# Ours\n\n**lowbit** counts bits.\n"}
	for _, name := range []string{"lowbit", "naive"} {
		files[name+"/main.go"] = fmt.Sprintf(text, name)
	}
	for name, text := range files {
		if err := tempfile.WriteNew(map[string]string{filepath.Join(w.s.Root, "solutions", name): text}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// done is a submission that was judged with these cases, as "sample/1 AC 5", in milliseconds.
func (w *world) done(person, lang string, cases ...string) history.Submission {
	w.t.Helper()
	one := result.Solution{Problem: "sum", Solution: "main", Language: lang, Verdict: result.AC, Compile: result.Compile{Message: say.Text("main:1:1: unused")}}
	for i, text := range cases {
		c := result.Case{Number: i + 1, Input: "1..4341221434..1\n"}
		var ms int
		fmt.Sscan(text, &c.Case, &c.Verdict, &ms)
		c.CPU = time.Duration(ms) * time.Millisecond
		if one.Verdict == result.AC && !c.Beyond() {
			one.Verdict = c.Verdict
		}
		one.Cases = append(one.Cases, c)
	}
	id, err := w.s.DB.Submit(w.t.Context(), history.Submission{Person: w.person(person), Problem: "sum", Language: strings.ToLower(lang), File: "main", Source: "x", Created: time.Now()})
	if err == nil {
		var sub history.Submission
		if sub, err = w.s.DB.Get(w.t.Context(), id); err == nil {
			err = w.s.DB.Finish(w.t.Context(), sub.Judging.ID, history.Done, result.Run{Results: []result.Solution{one}}, time.Now())
		}
	}
	sub, again := w.s.DB.Get(w.t.Context(), id)
	if err != nil || again != nil {
		w.t.Fatal(err, again)
	}
	return sub
}

// explains is what the page of a submission tells a person beside a solution of ours.
func (w *world) explains(who, with string, sub history.Submission) submissionView {
	w.t.Helper()
	return w.explainsIn(submissionView{Submission: sub}, who, with)
}

func (w *world) explainsIn(data submissionView, who, with string) submissionView {
	w.t.Helper()
	r := mustRequest(w.t)
	r.URL.RawQuery = "with=" + with
	v := &visit{Request: r, Person: w.person(who), Lang: say.English}
	run, err := w.s.shownRun(w.t.Context(), v.Person, data.Submission)
	if err == nil {
		for _, c := range run.Results[0].Cases {
			data.addRow(c)
		}
		err = w.s.explained(v, &data, run)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return data
}

// TestExplained: what stands beside a submission, when it can be watched, and what is told of the case that was too slow.
func TestExplained(t *testing.T) {
	w := still(t)
	w.withOurs()
	p, err := w.s.problems.get("sum")
	if err != nil {
		t.Fatal(err)
	}
	counted := &result.Work{Statements: 100, Lines: []int64{0, 7}}
	of := func(name string, v result.Verdict) result.Solution {
		c := result.Case{Case: "secret/1", Verdict: v, CPU: 2 * time.Millisecond, Work: counted}
		return result.Solution{Problem: "sum", Solution: name, Language: "Go", Source: "//judge\npackage main\n\nfunc main() {\n\t" + name + "()\n}\n", Verdict: v, Cases: []result.Case{{Case: "sample/1", Verdict: result.AC}, c}}
	}
	beside := map[string]ours{}
	for _, one := range w.s.choices(p) {
		beside[one.Name] = oursOf(p, one)
		w.s.recent.put(beside[one.Name], of(one.Name, map[string]result.Verdict{"lowbit": result.AC, "naive": result.TLE}[one.Name]))
	}
	slow := []string{"sample/1 AC 1", "secret/1 TLE 1000", "secret/2 TLE 1000"}
	for _, test := range []struct {
		name, who, lang, with string
		cases                 []string
		watched               bool
		want                  string
	}{
		{"accepted", "ann", "Go", "", []string{"sample/1 AC 1"}, false, "with lowbit, watchable"},
		{"nothing was run", "ann", "Go", "", nil, false, "with lowbit"},
		{"another is chosen", "ann", "Go", "naive", []string{"sample/1 AC 1"}, false, "with naive, watchable"},
		{"one that is not there", "ann", "Go", "none", []string{"sample/1 AC 1"}, false, "with lowbit, watchable"},
		{"too slow", "ann", "Go", "", slow, false, "with lowbit, watchable, auto, fault secret/1, idea"},
		{"too slow, beyond the site", "ann", "Go", "", []string{"sample/1 AC 1", "beyond/1 TLE 1000"}, false, "with lowbit, watchable"},
		{"wrong before it is too slow", "ann", "Go", "", []string{"sample/1 WA 1", "secret/1 TLE 1000"}, false, "with lowbit, watchable"},
		{"not compiled", "ann", "Go", "", []string{"sample/1 CE 0"}, false, "marked"},
		{"watched", "ann", "Go", "", slow, true, "with lowbit, counted, beside, fault secret/1, idea, ours 2 ms"},
		{"watched, for a teacher", "tea", "Go", "", slow, true, "with lowbit, counted, beside, fault secret/1, idea, ours 2 ms, 2 changes from naive"},
		{"watched beside the plain search", "tea", "Go", "naive", slow, true, "with naive, counted, beside, fault secret/1"},
		{"watched, in another language", "ann", "Python", "", slow, true, "with lowbit, counted, beside, fault secret/1, idea, ours 2 ms, Python, Go"},
	} {
		sub := w.done(test.who, test.lang, test.cases...)
		if test.watched {
			with := test.with
			if with == "" {
				with = "lowbit"
			}
			w.s.recent.put(sight{sub.Judging.ID, false, beside[with]}, seen{work: map[string]*result.Work{"sample/1": counted, "secret/1": counted}})
		}
		data := w.explains(test.who, test.with, sub)
		var got []string
		add := func(is bool, format string, args ...any) {
			if is {
				got = append(got, fmt.Sprintf(format, args...))
			}
		}
		add(data.Marked != nil, "marked")
		add(data.With != "", "with %s", data.With)
		add(data.Watchable, "watchable")
		add(data.Auto, "auto")
		if waits := strings.Contains(w.page(fmt.Sprintf("/s/%d?with=%s", sub.ID, test.with), test.who), "are being watched"); waits != data.Auto {
			t.Errorf("%s: the page says that the searches are being watched: %t, want %t", test.name, waits, data.Auto)
		}
		add(data.Counted, "counted")
		add(data.Beside, "beside")
		if data.Fault != nil {
			add(true, "fault %s", data.Fault.Case)
		}
		add(data.Idea != "", "idea")
		if data.Slow != nil {
			add(true, "ours %d ms", data.Slow.CPU.Milliseconds())
		}
		changed := 0
		for _, c := range data.Changes {
			if c.Sign == "+" || c.Sign == "-" {
				changed++
			}
		}
		add(changed > 0, "%d changes from %s", changed, data.From)
		for _, m := range data.Measures {
			if _, inside, ok := strings.Cut(m.Name.String(), "("); ok {
				got = append(got, strings.TrimSuffix(inside, ")"))
			}
		}
		if s := strings.Join(got, ", "); s != test.want {
			t.Errorf("%s: %q, want %q", test.name, s, test.want)
		}
		if test.watched && data.Cases[0].Work != counted {
			t.Errorf("%s: the counts of a case are lost", test.name)
		}
	}
}

// TestWatchable: without a solution of ours a program can be watched alone, but not one that talks.
func TestWatchable(t *testing.T) {
	w := still(t)
	for talks, want := range map[bool]bool{false: true, true: false} {
		data := submissionView{Submission: w.done("ann", "Go", "sample/1 AC 1"), Talks: talks}
		if data = w.explainsIn(data, "ann", ""); data.With != "" || data.Watchable != want {
			t.Errorf("talks %t: watchable %t, with %q", talks, data.Watchable, data.With)
		}
	}
}

// TestAmong: beside whose times an accepted submission stands.
func TestAmong(t *testing.T) {
	w := still(t)
	mine := w.done("tea", "Go", "sample/1 AC 20")
	at := func() string {
		t.Helper()
		data := submissionView{Submission: mine}
		if err := w.s.among(t.Context(), &data); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(data.Faster, data.Peers, data.AmongPeers)
	}
	for _, one := range []string{"ann 5", "bob 80", "bob 40", "bob 90", "tea 1"} {
		name, ms, _ := strings.Cut(one, " ")
		w.done(name, "Go", "sample/1 AC "+ms)
	}
	for _, name := range []string{"eve", "zoe"} {
		if _, err := w.s.DB.Enrol(t.Context(), name, history.Student, Digest(name)); err != nil {
			t.Fatal(err)
		}
	}
	w.done("eve", "Go", "sample/1 WA 1")
	w.saved(0, 1)
	contest, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person("eve"), Problem: "sum", Contest: "c", Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	w.ended(contest, result.AC)
	if got := at(); got != "0 [] 0" {
		t.Errorf("of two others: %s", got)
	}
	w.done("zoe", "Go", "sample/1 AC 10")
	if got := at(); got != "2 [{3} {34} {97}] 65" {
		t.Errorf("of three others: %s", got)
	}
	mine.Judging.Verdict = result.WA
	if got := at(); got != "0 [] 0" {
		t.Errorf("one that was not accepted: %s", got)
	}
}

// TestTelling: the cases that are counted are the failed ones first, then the slow ones; of the rest, those that end soon.
func TestTelling(t *testing.T) {
	cases := func(text string) (all []result.Case) {
		for one := range strings.SplitSeq(text, ", ") {
			var c result.Case
			var ms int
			fmt.Sscan(one, &c.Case, &c.Verdict, &ms)
			c.CPU, c.Number = time.Duration(ms)*time.Millisecond, len(all)+1
			all = append(all, c)
		}
		return all
	}
	for _, test := range []struct {
		name, judged, all string
		veiled            bool
		want              string
	}{
		{"the first failure, other failures, then slow", "sample/1 AC 5, secret/1 AC 50, secret/2 WA 1, secret/3 RE 2", "", false, "secret/2 secret/3 secret/1 sample/1"},
		{"a failure that does not count comes after those that do", "secret/1 AC 50, beyond/1 TLE 1000, secret/2 WA 1", "", false, "secret/2 beyond/1 secret/1"},
		{"a fourth that is slow", "sample/1 AC 45, secret/1 AC 50, secret/2 AC 60, secret/3 AC 41, secret/4 AC 40", "", false, "secret/2 secret/1 sample/1 secret/4"},
		{"a fourth that does not end", "sample/1 TLE 5, secret/1 WA 9, secret/2 TLE 8, secret/3 TLE 7", "", false, "sample/1 secret/1 secret/2"},
		{"veiled", "sample/1 AC 5, secret/1 WA 50", "", true, "sample/1"},
		{"a case that is gone", "sample/1 AC 5, secret/1 AC 50", "sample/1", false, "sample/1"},
	} {
		judged := cases(test.judged)
		var all []problem.Case
		for _, c := range judged {
			if test.all == "" || test.all == c.Case {
				all = append(all, problem.Case{Name: c.Case})
			}
		}
		picked, theirs := telling(judged, all, test.veiled)
		var got []string
		for i, c := range picked {
			if got = append(got, c.Case); theirs[i].Name != c.Case {
				t.Errorf("%s: %s beside %s", test.name, theirs[i].Name, c.Case)
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %q, want %q", test.name, s, test.want)
		}
	}
}

// TestProposed: the latest two of one problem are proposed, or else the latest two.
func TestProposed(t *testing.T) {
	for problems, want := range map[string][2]int{
		"":        {0, 1},
		"a":       {0, 1},
		"a b c":   {0, 1},
		"a a b":   {0, 1},
		"a b a b": {0, 2},
		"a b c b": {1, 3},
	} {
		var all []history.Submission
		for id := range strings.FieldsSeq(problems) {
			all = append(all, history.Submission{Problem: id})
		}
		if got := proposed(all); got != want {
			t.Errorf("%s: %v, want %v", problems, got, want)
		}
	}
}

// TestChooseTwo proposes two that were judged, of one problem.
func TestChooseTwo(t *testing.T) {
	w := still(t)
	for _, one := range []string{"sum AC", "sum WA", "old AC", "old ?", "sum WA"} {
		name, verdict, _ := strings.Cut(one, " ")
		id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person("ann"), Problem: name, Language: "go", Created: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		if verdict != "?" {
			w.ended(id, result.Verdict(verdict))
		}
	}
	page := w.page("/compare", "ann")
	if strings.Contains(page, `value="4"`) || !strings.Contains(page, `<option value="5" selected>`) || !strings.Contains(page, `<option value="2" selected>`) {
		t.Errorf("the page has\n%s", page)
	}
	if page := w.page("/compare", "bob"); !strings.Contains(page, "no two submissions") {
		t.Errorf("bob, who has none, gets\n%s", page)
	}
	if a := w.get("/compare?a=5", "ann", html); a.code != http.StatusBadRequest {
		t.Errorf("one alone: %d", a.code)
	}
	// Only a teacher may have two measured, of one problem, and once.
	measurable := func(address, who string) bool {
		return strings.Contains(w.page(address, who), `method="post" action="/compare"`)
	}
	if measurable("/compare?a=1&b=2", "ann") || measurable("/compare?a=1&b=3", "tea") || !measurable("/compare?a=1&b=2", "tea") {
		t.Error("a student may have two measured, or a teacher two of different problems, or none")
	}
	var two []history.Submission
	for _, id := range []int64{1, 2} {
		sub, err := w.s.DB.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		two = append(two, sub)
	}
	w.s.recent.put(pairOf(two), measurement{})
	if measurable("/compare?a=1&b=2", "tea") {
		t.Error("what was measured can be measured again")
	}
}

// TestShortest: the tree's shortest solution that passes, without its comments and blank lines, is what a problem asks for.
func TestShortest(t *testing.T) {
	w := still(t)
	w.withOurs()
	for name, text := range map[string]string{
		"short":   "//judge:problem sum\n//judge:expect WA sum/secret/*\npackage main\n\nfunc main() {}\n",
		"beyond":  "//judge:problem sum\n//judge:expect TLE sum/beyond/*\n// It stops at once.\n\npackage main\n\n// main ends.\nfunc main() {\n}\n",
		"another": "//judge:problem other\npackage main\n",
	} {
		if err := tempfile.WriteNew(map[string]string{filepath.Join(w.s.Root, "solutions", name, "main.go"): text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		id   string
		want shortest
	}{{"sum", shortest{"beyond", 3}}, {"none", shortest{}}} {
		p := &cachedProblem{Problem: problem.Problem{ID: test.id, Cases: []problem.Case{{Name: "secret/1"}, {Name: "beyond/1"}}}}
		for range 2 { // the second time it is known
			if got := w.s.solvers.shortest(w.s.Root, p); got != test.want {
				t.Errorf("%s: %+v, want %+v", test.id, got, test.want)
			}
		}
	}
	p, err := w.s.problems.get("sum")
	if err != nil {
		t.Fatal(err)
	}
	p.Cases = append(p.Cases, problem.Case{Name: "beyond/1"})
	var beside []string
	for _, one := range w.s.choices(p) {
		beside = append(beside, one.Name)
	}
	if got := strings.Join(beside, " "); got != "lowbit naive" {
		t.Errorf("beside a submission may stand %s", got)
	}
	for lines, want := range map[int]string{0: "", 1: "easy", 99: "easy", 100: "medium", 179: "medium", 180: "hard"} {
		if got := (listedProblem{shortest: shortest{Lines: lines}}).Difficulty().String(); got != want {
			t.Errorf("%d lines are %q, want %q", lines, got, want)
		}
	}
}

// TestNext: the page of an accepted submission leads to the easiest problem that its author has not solved.
func TestNext(t *testing.T) {
	w := still(t)
	w.another()
	for _, test := range []struct{ who, verdict, next string }{{"ann", "AC", "/p/add"}, {"bob", "WA", ""}} {
		sub := w.done(test.who, "Go", "sample/1 "+test.verdict+" 5")
		page := w.page(fmt.Sprintf("/s/%d", sub.ID), test.who)
		if strings.Contains(page, ">Next: ") != (test.next != "") || !strings.Contains(page, `primary" href="`+test.next) && test.next != "" {
			t.Errorf("after %s: %s", test.verdict, page)
		}
	}
	for _, test := range []struct{ problems, solved, want string }{
		{"", "", ""}, {"a:9", "", "a"}, {"a:9", "a", ""}, {"a:9 b:5 c:7", "", "b"}, {"a:9 b:5 c:7", "b", "c"}, {"a:5 b:5", "", "a"},
		{"a:0 b:7", "", "b"}, {"a:7 b:0", "", "a"}, {"a:0 b:0", "", "a"},
	} {
		var all []*cachedProblem
		lines, standings := map[string]int{}, map[string]history.Standing{test.solved: {MySolved: true}}
		for _, one := range strings.Fields(test.problems) {
			id, n, _ := strings.Cut(one, ":")
			lines[id], _ = strconv.Atoi(n)
			all = append(all, &cachedProblem{Problem: problem.Problem{ID: id}})
		}
		got := ""
		if p := easiest(all, standings, func(p *cachedProblem) int { return lines[p.ID] }); p != nil {
			got = p.ID
		}
		if got != test.want {
			t.Errorf("of %q, where %q is solved: %q, want %q", test.problems, test.solved, got, test.want)
		}
	}
}

// TestFromPlain: the plain search is where the changes begin, wherever it stands in the tree.
func TestFromPlain(t *testing.T) {
	plain := solution.Solution{Name: plainOurs, Problems: []string{"sum"}, Files: []language.File{{Text: "\npackage main\na\n"}}}
	other := solution.Solution{Name: "other", Problems: []string{"sum"}}
	for _, test := range []struct {
		name string
		all  []solution.Solution
		one  result.Solution
		want int
	}{
		{"the first", []solution.Solution{plain, other}, result.Solution{Problem: "sum", Solution: "other"}, 2},
		{"the second", []solution.Solution{other, plain}, result.Solution{Problem: "sum", Solution: "other"}, 2},
		{"itself", []solution.Solution{plain}, result.Solution{Problem: "sum", Solution: plainOurs}, 0},
		{"of another problem", []solution.Solution{plain}, result.Solution{Problem: "add", Solution: "other"}, 0},
		{"none", []solution.Solution{other}, result.Solution{Problem: "sum", Solution: "other"}, 0},
	} {
		s := &Server{}
		s.solvers.all, s.solvers.seen = test.all, time.Now().Add(time.Hour)
		test.one.Source = "\npackage main\nb\n"
		if got, _ := s.fromPlain(&test.one); len(got) != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestConclude: when it is told that nothing was counted or watched. A search of ours alone is not shown.
func TestConclude(t *testing.T) {
	counted := &result.Work{}
	ours, theirs := result.Replay{Solution: "ours", Puzzle: "1...", Case: "sample/1"}, result.Replay{Solution: "theirs"}
	for _, test := range []struct {
		name    string
		lines   bool
		work    *result.Work
		replays []result.Replay
		trouble string
		shown   int
	}{
		{"counted and watched", true, counted, []result.Replay{ours, theirs}, "", 2},
		{"counted alone", true, counted, nil, "", 0},
		{"watched without its lines", true, nil, []result.Replay{ours, theirs}, "could not be counted", 2},
		{"watched, in a language without lines", false, nil, []result.Replay{ours, theirs}, "", 2},
		{"nothing, in such a language", false, nil, nil, "could not be counted", 0},
		{"ours alone", true, counted, []result.Replay{ours}, "could not be watched", 0},
		{"theirs alone", true, counted, []result.Replay{theirs}, "", 1},
	} {
		found := seen{work: map[string]*result.Work{"sample/1": test.work, "sample/2": nil}, replays: test.replays}
		found.conclude("theirs", test.lines)
		if got := found.trouble.String(); len(found.replays) != test.shown || !strings.Contains(got, test.trouble) || (got == "") != (test.trouble == "") {
			t.Errorf("%s: %d searches, trouble %q", test.name, len(found.replays), got)
		}
	}
}

// TestWatchedAt: after watching, the page is that of the submission beside the same solution.
func TestWatchedAt(t *testing.T) {
	for with, want := range map[string]string{"": "/s/7", "lowbit": "/s/7?with=lowbit", "a&b": "/s/7?with=a%26b"} {
		if got := watchedAt(7, with); got != want {
			t.Errorf("%q: %s, want %s", with, got, want)
		}
	}
}

// TestLater: what stands below the boards of a replay waits for them only where the boards explain a slow program.
func TestLater(t *testing.T) {
	slow := result.Case{Case: "sample/1", Verdict: result.TLE, Input: "1..4341221434..1\n"}
	one := result.Solution{Problem: "sum", Solution: "mine", Verdict: result.TLE, Cases: []result.Case{slow}}
	run := result.Run{Results: []result.Solution{one}, Replays: stillReplays(&one, &slow, "lowbit")}
	for _, fault := range []*result.Case{nil, &slow} {
		data := submissionView{Fault: fault}
		err := (&Server{}).parts(&visit{Request: mustRequest(t)}, &data, run, nil)
		if err != nil || data.Replay == "" || strings.Contains(string(data.Replay), `<noscript class="later">`) != (fault != nil) {
			t.Errorf("with %v: %s, %v", fault, data.Replay, err)
		}
	}
}

// TestFirstBoard: the puzzle of the first sample that has one, solved if its answer holds more digits.
func TestFirstBoard(t *testing.T) {
	const puzzle, solved = "1..4341221434..1", "1234341221434321"
	for _, test := range []struct {
		name, in, ans string
		solved, drawn bool
	}{
		{"a puzzle and its solution", puzzle, solved, true, true},
		{"a puzzle without one", puzzle, "2", false, true},
		{"an answer of fewer digits", solved, puzzle, false, true},
		{"an answer of as many", puzzle, puzzle, false, true},
		{"an answer of another size", puzzle, strings.Repeat("1", 81), false, true},
		{"no puzzle", "2 3", solved, false, false},
	} {
		got, err := firstBoard([]sample{{In: "1 2"}, {In: test.in + "\n", Ans: test.ans + "\n"}})
		if err != nil || (got != "") != test.drawn || strings.Contains(string(got), "the sample, solved") != test.solved {
			t.Errorf("%s: %s, %v", test.name, got, err)
		}
	}
}

// TestFirstPuzzle: the puzzle of the first page is a sample's, whole and of nine rows.
func TestFirstPuzzle(t *testing.T) {
	const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for _, test := range []struct{ name, kind, text, want string }{
		{"a board", "sudoku", line + "\r\nend\n", line},
		{"a board of zeros", "sudoku", strings.ReplaceAll(line, ".", "0") + "\n", line},
		{"a small one", "sudoku", "1234341221434321\n", ""},
		{"none", "sudoku", "end\n", ""},
		{"another kind of problem", "tokens", line + "\n", ""},
		{"without cases", "sudoku", "", ""},
	} {
		p := &cachedProblem{Problem: problem.Problem{Check: problem.Check{Kind: test.kind}}}
		if test.text != "" {
			in := filepath.Join(t.TempDir(), "in")
			if err := tempfile.WriteNew(map[string]string{in: test.text}); err != nil {
				t.Fatal(err)
			}
			p.Cases = []problem.Case{{Name: "sample/1", In: in}}
		}
		if got := firstPuzzle(p); got != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// TestMistaken: the first cell whose digit is not that of the only solution.
func TestMistaken(t *testing.T) {
	const puzzle, solved = "1..4341221434..1", "1234341221434321"
	for _, test := range []struct {
		name, puzzle, board string
		want                int
	}{
		{"the puzzle itself", puzzle, puzzle, -1},
		{"solved", puzzle, solved, -1},
		{"two wrong", puzzle, "13.4341221434.21", 1},
		{"several solutions", "1...............", "12..............", -1},
		{"none", "11..............", "11.............2", -1},
	} {
		b, _ := sudoku.ParseAny(test.board)
		of, _ := sudoku.ParseAny(test.puzzle)
		if got := mistaken(t.Context(), b, of); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}
