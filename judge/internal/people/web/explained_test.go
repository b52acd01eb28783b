package web

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
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

// TestExplained: what the page of a submission has beside it, when it can be watched, and what it tells of the case that
// was too slow. A minus says what the page does not have.
func TestExplained(t *testing.T) {
	w := still(t)
	w.withOurs()
	p, err := w.s.problems.get("sum")
	if err != nil {
		t.Fatal(err)
	}
	counted := &result.Work{Statements: 100, Lines: []int64{0, 7}}
	beside := map[string]ours{}
	for _, one := range w.s.choices(p) {
		verdict := map[string]result.Verdict{"lowbit": result.AC, "naive": result.TLE}[one.Name]
		beside[one.Name] = oursOf(p, one)
		w.s.recent.put(beside[one.Name], result.Solution{Problem: "sum", Solution: one.Name, Language: "Go", Source: one.Files[0].Text, Verdict: verdict, Cases: []result.Case{
			{Case: "sample/1", Verdict: result.AC}, {Case: "secret/1", Verdict: verdict, CPU: 2 * time.Millisecond, Work: counted}}})
	}
	const (
		lowbit, naive = "<option selected>lowbit</option>", "<option selected>naive</option>"
		button        = `id="watch"`
		auto          = `data-auto`
		soon          = "are being watched"
		slowCase      = `class="wrong slow"`
		idea          = "What lowbit does differently"
		faster        = "lowbit takes 2.00 ms"
		changed       = "What changes from naive to lowbit"
		axis          = `<span class="key theirs"></span>`
	)
	slow := []string{"sample/1 AC 1", "secret/1 TLE 1000", "secret/2 TLE 1000"}
	for _, test := range []struct {
		name, who, lang, with string
		cases                 []string
		watched               string // beside which solution
		want                  []string
	}{
		{"accepted", "ann", "Go", "", []string{"sample/1 AC 1"}, "", []string{lowbit, button, "-" + auto, "-" + slowCase}},
		{"another is chosen", "ann", "Go", "naive", []string{"sample/1 AC 1"}, "", []string{naive, "-" + lowbit}},
		{"one that is not there", "ann", "Go", "none", []string{"sample/1 AC 1"}, "", []string{lowbit}},
		{"too slow", "ann", "Go", "", slow, "", []string{lowbit, auto, soon, slowCase, idea, "-" + faster}},
		{"too slow, beyond the site", "ann", "Go", "", []string{"sample/1 AC 1", "beyond/1 TLE 1000"}, "", []string{lowbit, "-" + auto, "-" + slowCase}},
		{"wrong before it is too slow", "ann", "Go", "", []string{"sample/1 WA 1", "secret/1 TLE 1000"}, "", []string{lowbit, "-" + slowCase}},
		{"not compiled", "ann", "Go", "", []string{"sample/1 CE 0"}, "", []string{`id="marked"`, "-" + button}},
		{"watched", "ann", "Go", "", slow, "lowbit", []string{lowbit, "-" + auto, "-" + soon, slowCase, idea, faster, "-" + changed, "&gt; × 500", axis}},
		{"watched, for a teacher", "tea", "Go", "", slow, "lowbit", []string{slowCase, faster, changed}},
		{"watched beside the plain search", "tea", "Go", "naive", slow, "naive", []string{naive, slowCase, "-" + faster, "-" + idea}},
		{"watched, in another language", "ann", "Python", "", slow, "lowbit", []string{"Statements (Python, Go)"}},
	} {
		sub := w.done(test.who, test.lang, test.cases...)
		if test.watched != "" {
			w.s.recent.put(sight{sub.Judging.ID, false, beside[test.watched]}, seen{work: map[string]*result.Work{"sample/1": counted, "secret/1": counted}})
		}
		page := w.page(fmt.Sprintf("/s/%d?with=%s", sub.ID, test.with), test.who)
		for _, want := range test.want {
			want, without := strings.CutPrefix(want, "-")
			if strings.Contains(page, want) == without {
				t.Errorf("%s: the page has %q: %t", test.name, want, without)
			}
		}
	}
}

// TestAmong: beside whose times an accepted submission stands.
func TestAmong(t *testing.T) {
	w := still(t)
	mine := w.done("tea", "Go", "sample/1 AC 20")
	at := func() string {
		t.Helper()
		_, peers, _ := strings.Cut(w.page(fmt.Sprintf("/s/%d", mine.ID), "tea"), `<p class="peers">`)
		peers, _, _ = strings.Cut(peers, "</p>")
		return regexp.MustCompile(`<span>|</span>.*?cx="|" cy.*?cx="|" cy.*`).ReplaceAllString(peers, " ")
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
	if got := at(); got != "" {
		t.Errorf("of two others: %s", got)
	}
	w.done("zoe", "Go", "sample/1 AC 10")
	if got := at(); got != " 2 of 3 others who solved it took less time 3% 34% 97% 65% " {
		t.Errorf("of three others: %s", got)
	}
	mine = w.done("tea", "Go", "sample/1 WA 20")
	if got := at(); got != "" {
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
