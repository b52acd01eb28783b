package web

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
	"testing"
	"time"
)

// The tables of this file try pure functions. All other tests ask the server from outside.

func TestChanges(t *testing.T) {
	t.Parallel()
	show := func(all []change, _ int) (text string) {
		for _, c := range all {
			text += fmt.Sprintf("%s|%d|%d|%s\n", c.Sign, c.Old, c.New, c.Text)
		}
		return text
	}
	many := strings.Repeat("same\n", 10)
	for _, test := range []struct{ name, before, after, want string }{
		{"a line changed", "a\nb\nc\n", "a\nB\nc\n", "|1|1|a\n-|2|0|b\n+|0|2|B\n|3|3|c\n"},
		{"a line in both", "a\nb\nc\n", "x\nb\ny\n", "-|1|0|a\n+|0|1|x\n|2|2|b\n-|3|0|c\n+|0|3|y\n"},
		{"far lines are left out", many + "x\n" + many, many + many,
			"…|0|0|\n|8|8|same\n|9|9|same\n|10|10|same\n-|11|0|x\n|12|11|same\n|13|12|same\n|14|13|same\n…|0|0|\n"},
		{"no newline at the end", "a", "a\nb", "-|1|0|a\n+|0|1|a\n+|0|2|b\n"},
		{"tabs stay, what is not seen is shown", "", "\ta\x1b\n", "+|0|1|\ta\\x1b\n"},
		{"from nothing", "", "a\n", "+|0|1|a\n"},
	} {
		must.Equal(t, test.want, show(changes(test.before, test.after, 0)), test.name)
	}
	if got := show(changes("a\nb\nc\n", "x\nb\ny\n", time.Nanosecond)); strings.Contains(got, "\n|") {
		t.Errorf("a line in both is found after the time was over:\n%s", got)
	}
	var a, b strings.Builder // sources as large as they may be, which share no line
	for i := 0; a.Len() < maxSource; i++ {
		fmt.Fprintf(&a, "a%d\n", i)
		fmt.Fprintf(&b, "b%d\n", i*7)
	}
	if got, cut := changes(a.String(), b.String(), time.Nanosecond); len(got) != mostChanges || cut == 0 {
		t.Errorf("of sources that share no line %d lines are shown, and %d are not", len(got), cut)
	}
}

func TestSamplesAreBounded(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		must.Succeed(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	long, most := file("long", strings.Repeat("1 2\n", shownSample)), file("most", strings.Repeat("1 2\n", shownSample/4))
	for _, test := range []struct {
		in, ans string
		cut     bool
	}{{long, long, true}, {long, most, true}, {most, long, true}, {most, most, false}} {
		all, _, err := samplesOf(problem.Problem{Cases: []problem.Case{{Name: "secret/b", In: "absent"},
			{Name: "sample/a", In: test.in, Ans: test.ans}}})
		if err != nil || len(all) != 1 || len(all[0].In) > shownSample || all[0].Cut != test.cut {
			t.Errorf("%s, %s: %d samples, cut %t, %v", test.in, test.ans, len(all), all[0].Cut, err)
		}
	}
}

// TestRank plays small contests. A try is PERSON PROBLEM MINUTE VERDICT; a verdict in brackets means that the judging
// was stopped, ? that it is not over.
func TestRank(t *testing.T) {
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	c := history.Contest{Starts: start, Ends: start.Add(5 * time.Hour), Problems: []string{"a", "b"}}
	for _, tt := range []struct {
		name   string
		tries  string
		hidden int // minutes
		want   string
	}{
		{"nobody tried", "", 0, "1 ann 0 0; 1 bob 0 0; 1 cy 0 0"},
		{"more solved is better", "ann a 1 AC, bob a 200 AC, bob b 250 AC", 0, "1 bob 2 450 a:200 b:250!; 2 ann 1 1 a:1!; 3 cy 0 0"},
		{"less penalty is better", "ann a 30 AC, bob a 10 AC", 0, "1 bob 1 10 a:10; 2 ann 1 30 a:30!; 3 cy 0 0"},
		{"twenty minutes for a rejected try", "ann a 1 WA, ann a 2 TLE, ann a 3 AC, bob a 40 AC", 0,
			"1 bob 1 40 a:40; 2 ann 1 43 a:3+2!; 3 cy 0 0"},
		{"none where it was not solved", "ann a 1 WA, ann b 5 AC, bob b 6 AC", 0, "1 ann 1 5 a:-1 b:5!; 2 bob 1 6 b:6; 3 cy 0 0"},
		{"none after it was solved", "ann a 5 AC, ann a 6 WA, ann a 7 AC", 0, "1 ann 1 5 a:5!; 2 bob 0 0; 2 cy 0 0"},
		{"none for what does not compile or was not judged", "ann a 1 CE, ann a 1 JE, ann a 2 SK, ann a 2 (SK), ann a 5 AC", 0,
			"1 ann 1 5 a:5!; 2 bob 0 0; 2 cy 0 0"},
		{"one for what was stopped when its mistake was seen", "ann a 1 (WA), ann a 2 (AC), ann a 5 AC", 0,
			"1 ann 1 25 a:5+1!; 2 bob 0 0; 2 cy 0 0"},
		{"one for each other verdict", "ann a 1 PE, ann a 1 MLE, ann a 2 OLE, ann a 2 RE, ann a 5 AC", 0,
			"1 ann 1 85 a:5+4!; 2 bob 0 0; 2 cy 0 0"},
		{"the last accepted breaks a tie", "ann a 10 AC, bob a 20 AC, bob b 20 AC, ann b 30 AC", 0,
			"1 bob 2 40 a:20 b:20!; 2 ann 2 40 a:10! b:30; 3 cy 0 0"},
		{"equals share a place", "ann a 10 AC, bob b 10 AC, cy a 11 AC", 0, "1 ann 1 10 a:10!; 1 bob 1 10 b:10!; 3 cy 1 11 a:11"},
		{"out of time, of another problem, of nobody", "ann a -1 AC, ann b 300 AC, ann z 5 AC, tea a 5 AC, bob a 299 AC", 0,
			"1 bob 1 299 a:299!; 2 ann 0 0; 2 cy 0 0"},
		{"not over", "ann a 1 ?, bob a 2 AC", 0, "1 bob 1 2 a:2!; 2 ann 0 0 a:?1; 2 cy 0 0"},
		{"frozen", "ann a 1 WA, ann a 100 AC, bob b 99 AC, bob a 120 WA, bob b 130 AC", 100, "1 bob 1 99 a:?1 b:99!; 2 ann 0 0 a:-1?1; 2 cy 0 0"},
	} {
		people, hidden := []history.Person{}, time.Time{}
		for i, name := range []string{"ann", "bob", "cy"} {
			people = append(people, history.Person{ID: int64(i + 1), Name: name})
		}
		if tt.hidden > 0 {
			hidden = start.Add(time.Duration(tt.hidden) * time.Minute)
		}
		must.Equal(t, tt.want, told(c, ranking(c, people, tried(t, start, tt.tries), hidden).People), tt.name)
	}
}

// TestScored: how a cell of the ranking is written in a table of text.
func TestScored(t *testing.T) {
	for want, cell := range map[string]cell{
		"+/7": {Solved: true, Minutes: 7}, "+2/7": {Solved: true, Rejected: 2, Minutes: 7},
		"-1": {Rejected: 1}, "?1": {Pending: 1}, "-3?1": {Rejected: 3, Pending: 1}, "": {},
	} {
		must.Equal(t, want, cell.text(), cell)
	}
}

func tried(t *testing.T, start time.Time, text string) (tries []history.Try) {
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		var name, problem, said string
		var minute int
		if _, err := fmt.Sscan(one, &name, &problem, &minute, &said); err != nil {
			t.Fatal(one, err)
		}
		try := history.Try{Person: history.Person{ID: int64(strings.Index("ann bob cy  tea ", name)/4 + 1), Name: name},
			Problem: problem, Created: start.Add(time.Duration(minute) * time.Minute), State: history.Done}
		switch {
		case said == "?":
			try.State = history.Running
		case said[0] == '(':
			try.State, try.Verdict = history.Stopped, result.Verdict(strings.Trim(said, "()"))
		default:
			try.Verdict = result.Verdict(said)
		}
		tries = append(tries, try)
	}
	return tries
}

func told(c history.Contest, places []row) string {
	var all []string
	for _, p := range places {
		one := fmt.Sprintf("%d %s %d %d", p.Rank, p.Name, p.Solved, p.Penalty)
		for k, cell := range p.Cells {
			text := ""
			switch {
			case cell.Solved && cell.Rejected > 0:
				text = fmt.Sprintf("%d+%d", cell.Minutes, cell.Rejected)
			case cell.Solved:
				text = fmt.Sprint(cell.Minutes)
			case cell.Rejected > 0:
				text = fmt.Sprintf("-%d", cell.Rejected)
			}
			if cell.First {
				text += "!"
			}
			if cell.Pending > 0 {
				text += fmt.Sprintf("?%d", cell.Pending)
			}
			if text != "" {
				one += " " + c.Problems[k] + ":" + text
			}
		}
		all = append(all, one)
	}
	return strings.Join(all, "; ")
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
		{"the first failure, other failures, then slow", "sample/1 AC 5, secret/1 AC 50, secret/2 WA 1, secret/3 RE 2", "", false,
			"secret/2 secret/3 secret/1 sample/1"},
		{"after another failure, none that does not end", "secret/1 AC 50, beyond/1 TLE 1000, secret/2 WA 1", "", false,
			"secret/2 secret/1"},
		{"a fourth that is slow", "sample/1 AC 45, secret/1 AC 50, secret/2 AC 60, secret/3 AC 41, secret/4 AC 40", "", false,
			"secret/2 secret/1 sample/1 secret/4"},
		{"of those that do not end, the first", "sample/1 TLE 5, secret/1 WA 9, secret/2 TLE 8, secret/3 TLE 7", "", false, "sample/1 secret/1"},
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
		var got []string
		for _, c := range telling(judged, all, test.veiled) {
			got = append(got, c.Case)
		}
		must.Equal(t, test.want, strings.Join(got, " "), test.name)
	}
}

// TestByWork: which case is watched does not depend on how long each took, but where one failed, that is first.
func TestByWork(t *testing.T) {
	counted := func(name string, v result.Verdict, statements int64) result.Case {
		return result.Case{Case: name, Verdict: v, Work: &result.Work{Statements: statements}}
	}
	judged := []result.Case{counted("b", result.WA, 1), counted("a", result.WA, 9), counted("little", result.AC, 5),
		{Case: "none", Verdict: result.AC}, counted("much", result.AC, 7)}
	slices.SortStableFunc(judged, byWork)
	for i, want := range []string{"b", "a", "much", "little", "none"} {
		must.Equal(t, want, judged[i].Case, "case", i)
	}
}

// TestConclude: when it is told that nothing was counted or watched. A search of ours alone is not shown.
func TestConclude(t *testing.T) {
	counted := &result.Work{}
	ours, theirs := result.Replay{Solution: "ours", Puzzle: "1...", Case: "sample/1"}, result.Replay{Solution: "theirs"}
	for _, test := range []struct {
		name    string
		work    *result.Work
		replays []result.Replay
		trouble string
		shown   int
	}{
		{"counted and watched", counted, []result.Replay{ours, theirs}, "", 2},
		{"counted alone", counted, nil, "", 0},
		{"watched without its lines", nil, []result.Replay{ours, theirs}, "could not be counted", 2},
		{"nothing", nil, nil, "could not be counted", 0},
		{"ours alone", counted, []result.Replay{ours}, "could not be watched", 0},
		{"theirs alone", counted, []result.Replay{theirs}, "", 1},
	} {
		found := seen{work: map[string]*result.Work{"sample/1": test.work, "sample/2": nil}, replays: test.replays}
		found.conclude("theirs")
		if got := found.trouble.String(); len(found.replays) != test.shown || !strings.Contains(got, test.trouble) ||
			(got == "") != (test.trouble == "") {
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

// Digits are counted at the lines where the replay saw them placed, not where they were taken back or cleared.
func TestPlace(t *testing.T) {
	steps := []result.Step{{Value: 4, Line: 2}, {Value: 0, Line: 3}, {Value: 5, Line: 2}, {Value: 1}}
	replays := []result.Replay{
		{Solution: "mine.cpp", Steps: steps},
		{Solution: "ours", Steps: []result.Step{{Value: 1, Line: 1}}},
	}
	at := func(name string, v result.Verdict, ms int, lines ...int64) result.Case {
		return result.Case{Case: name, Verdict: v, CPU: time.Duration(ms) * time.Millisecond,
			Work: &result.Work{Statements: 10 * lines[0], Lines: lines}}
	}
	mine, ours := at("a", result.TLE, 1000, 10, 6_000_000, 5), at("a", result.AC, 1, 60, 1, 1)
	mine.Work.Stopped = time.Second
	data := casesView{Cases: []caseRow{{Case: mine}, {Case: at("b", result.AC, 2, 1, 0, -1)}}}
	data.compare(result.Solution{Solution: "mine.cpp", Language: "C++"},
		&result.Solution{Solution: "ours", Language: "Go", Cases: []result.Case{ours, at("b", result.WA, 2, 1, 1, 1)}}, replays)
	want := []track{
		{Key: "time", Mine: "1.00 s", Ours: "1.00 ms", At: 97, OursAt: 3, Times: 1000, AtLeast: true},
		{Key: "digits", Mine: "> 6M", Ours: "60", At: 97, OursAt: 3, Times: 100_000, AtLeast: true},
		{Key: "statements", Mine: "> 100", Ours: "600", At: 55, OursAt: 97},
	}
	must.Equal(t, want, data.Cases[0].Lanes)
	if got := data.Cases[1].Lanes; got[1].At != 0 || got[0].Ours != "" || got[2].At != 3 {
		t.Errorf("where nothing was placed, and ours is wrong: %+v", got)
	}
	data = casesView{Cases: []caseRow{{Case: result.Case{Verdict: result.RE, Message: say.Of("exit status %d", 1)}},
		{Case: result.Case{Verdict: result.AC}}}}
	if data.compare(result.Solution{}, nil, nil); !data.Explains {
		t.Error("a reason is not told")
	}
	bare := casesView{Cases: []caseRow{{Case: result.Case{CPU: time.Second}}}}
	bare.compare(result.Solution{}, nil, nil)
	if len(bare.Measures) != 1 || bare.Measures[0].Key != "time" || bare.Explains {
		t.Errorf("without counts it is measured by %v, and explains: %t", bare.Measures, bare.Explains)
	}
}

// TestCallers: one address cannot take all connections, unless it is this machine's own.
func TestCallers(t *testing.T) {
	c := &callers{from: map[string]int{}}
	calls := func(address string) *call {
		one := &call{address: address}
		c.changed(one, http.StateNew)
		return one
	}
	first := calls("10.0.0.1:1")
	for range maxFromOne {
		calls("127.0.0.1:1")
	}
	for i := 1; i < maxFromOne; i++ {
		calls("10.0.0.1:1")
	}
	one, other, own := calls("10.0.0.1:1"), calls("10.0.0.2:1"), calls("127.0.0.1:1")
	c.changed(one, http.StateClosed)
	c.changed(first, http.StateClosed)
	if later := calls("10.0.0.1:1"); !one.closed || other.closed || own.closed || first.closed || later.closed {
		t.Errorf("closed: one too many %t, another's %t, our own %t, the first %t, one after it left %t", one.closed, other.closed,
			own.closed, first.closed, later.closed)
	}
}

// call is a connection from an address.
type call struct {
	net.Conn
	address string
	closed  bool
}

func (c *call) Close() error { c.closed = true; return nil }

func (c *call) RemoteAddr() net.Addr {
	a, _ := net.ResolveTCPAddr("tcp", c.address)
	return a
}

// TestFileName: what is left of the name of a file that somebody hands in.
func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"main.go": "main.go", "../../etc/passwd.go": "passwd.go", `C:\dir\a.cpp`: "a.cpp", "<img src=x onerror=1>.py": "_img_src_x_onerror_1_.py",
		"-rf.go": "rf.go", "..go": "main.go", ".go": "main.go", "": "main", "/": "_", "名字.go": "名字.go", "37 " +
			"解数独\u202e.cpp": "37_解数独_.cpp", strings.Repeat("数", 500) + ".go": strings.Repeat("数",
			(maxName-3)/3) + ".go", "a\x00b\r\n.go": "a_b__.go", strings.Repeat("x", 500) + ".go": strings.Repeat("x", maxName-3) + ".go",
		"x." + strings.Repeat("y", 500): "x." + strings.Repeat("y", maxName-2), "a_test.go": "a_test.go",
	} {
		if got := fileName(name); got != want {
			t.Errorf("%q is called %q, not %q", name, got, want)
		}
	}
}
