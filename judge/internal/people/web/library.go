package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.yaml.in/yaml/v4"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/statement"
)

// library is the problems and solutions of the tree, as they were on disk a moment ago. It does not change.
type library struct {
	seen      time.Time
	problems  []*cachedProblem // ordered by ID
	solutions []solution.Solution
	ideas     map[string]idea // by name of a solution
	stamp     string          // of the solutions
}

// cachedProblem is a problem as it was read, with the solutions of the tree for it.
type cachedProblem struct {
	problem.Problem
	Version string // a digest of its rules and cases
	Lines   int    // of code of the shortest solution that passes; 0 without any

	fault  error               // why it cannot be read
	stamp  string              // of its files,
	looked atomic.Int64        // and when they were seen to be like that
	beside []solution.Solution // those that can be beside a submission, the usual one first
	whole  bool                // they solve the cases beyond the site, too
}

// Title returns the title in a language, as much of it as fits a page.
func (p *cachedProblem) Title(lang string) string {
	return fmt.Sprintf("%.120s", p.Problem.Title(lang))
}

// Counting is how many cases make the verdict.
func (p *cachedProblem) Counting() int { return len(p.Cases) - p.Beyond() }

// Beyond is how many cases go beyond what the site promises.
func (p *cachedProblem) Beyond() (n int) {
	for _, c := range p.Cases {
		if result.Beyond(c.Name) {
			n++
		}
	}
	return n
}

// shelf holds the library. If a file changes, it is read again soon.
type shelf struct {
	root    string
	reading sync.Mutex
	last    atomic.Pointer[library]
}

// fresh is how long files count as unchanged without a look at the disk.
const fresh = 2 * time.Second

// library returns what is on disk, or what was there a moment ago. While one request reads it again, the others get the
// old one.
func (s *shelf) library() (*library, error) {
	old := s.last.Load()
	switch {
	case old == nil:
		s.reading.Lock()
	case time.Since(old.seen) < fresh || !s.reading.TryLock():
		return old, nil
	}
	defer s.reading.Unlock()
	if old = s.last.Load(); old == nil {
		old = &library{}
	} else if time.Since(old.seen) < fresh {
		return old, nil
	}
	now, err := old.again(s.root)
	if err != nil {
		return nil, err
	}
	s.last.Store(now)
	return now, nil
}

// again reads what has changed.
func (old *library) again(root string) (*library, error) {
	folder := filepath.Join(root, "solutions")
	l := &library{seen: time.Now(), solutions: old.solutions, ideas: old.ideas, stamp: stampOf(false, folder)}
	if l.stamp != old.stamp {
		l.solutions, _ = solution.FindAll(root) // one that cannot be read is left out
		l.ideas = ideasOf(folder, l.solutions)
	}
	ids, err := problem.IDs(root)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		folders := foldersOf(root, id)
		p := &cachedProblem{stamp: stampOf(false, folders...)}
		at := slices.IndexFunc(old.problems, func(one *cachedProblem) bool { return one.ID == id && one.stamp == p.stamp })
		switch {
		case at >= 0 && l.stamp == old.stamp:
			p = old.problems[at]
		case at >= 0:
			p.Problem, p.Version, p.fault = old.problems[at].Problem, old.problems[at].Version, old.problems[at].fault
			l.placeBeside(p)
		default:
			p.Version = stampOf(true, folders...)
			p.Problem, p.fault = problem.Load(root, id)
			p.ID = id
			l.placeBeside(p)
		}
		p.looked.Store(l.seen.UnixNano())
		l.problems = append(l.problems, p)
	}
	return l, nil
}

// placeBeside finds the solutions of a problem. Beside a submission is one that solves all cases, if there is one.
func (l *library) placeBeside(p *cachedProblem) {
	var whole []solution.Solution
	for _, one := range l.solutions {
		if !slices.Contains(one.Problems, p.ID) || !solves(one, p, false) {
			continue
		}
		if p.beside = append(p.beside, one); solves(one, p, true) {
			whole = append(whole, one)
		}
		if lines := linesOf(one.Files[0].Text); p.Lines == 0 || lines < p.Lines {
			p.Lines = lines
		}
	}
	if p.whole = len(whole) > 0; p.whole {
		p.beside = whole
	}
	rank := func(one solution.Solution) int {
		switch {
		case l.ideas[one.Name].Beside == "usual":
			return 0
		case one.Document != "":
			return 1
		}
		return 2
	}
	slices.SortStableFunc(p.beside, func(a, b solution.Solution) int { return rank(a) - rank(b) })
}

// solves reports whether a solution promises to solve a problem; with beyond, also the cases beyond the site.
func solves(one solution.Solution, p *cachedProblem, beyond bool) bool {
	return !slices.ContainsFunc(p.Cases, func(c problem.Case) bool {
		want, _ := one.ExpectationFor(p.ID, c.Name)
		return !want.Allows(result.AC) && (beyond || !result.Beyond(c.Name))
	})
}

// linesOf counts the lines of code in a source.
func linesOf(source string) (n int) {
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// get returns a problem; history.ErrNone if there is none with that ID, a refusal if its files are not whole.
func (s *shelf) get(id string) (*cachedProblem, error) {
	l := s.last.Load()
	p := l.problem(id)
	if p == nil || !l.isCurrent(p, s.root) {
		var err error
		if l, err = s.library(); err != nil {
			return nil, err
		}
		p = l.problem(id)
	}
	switch {
	case p == nil:
		return nil, history.ErrNone
	case p.fault != nil:
		return nil, refuse(http.StatusServiceUnavailable, p.fault)
	}
	return p, nil
}

// problem returns the problem of an ID, nil if there is none.
func (l *library) problem(id string) *cachedProblem {
	if l == nil {
		return nil
	}
	at := slices.IndexFunc(l.problems, func(p *cachedProblem) bool { return p.ID == id })
	if at < 0 {
		return nil
	}
	return l.problems[at]
}

// isCurrent reports whether the files of a problem and the solutions are as they were read. It looks at these files alone,
// since there may be hundreds of problems.
func (l *library) isCurrent(p *cachedProblem, root string) bool {
	now := time.Now()
	if now.Sub(time.Unix(0, p.looked.Load())) < fresh {
		return true
	}
	if stampOf(false, foldersOf(root, p.ID)...) != p.stamp || stampOf(false, filepath.Join(root, "solutions")) != l.stamp {
		return false
	}
	p.looked.Store(now.UnixNano())
	return true
}

func foldersOf(root, id string) []string {
	return []string{filepath.Join(root, "problems", id), filepath.Join(root, "testdata", id)}
}

// sound returns all problems that can be read, ordered by ID.
func (s *shelf) sound() ([]*cachedProblem, error) {
	l, err := s.library()
	if err != nil {
		return nil, err
	}
	return l.sound(), nil
}

func (l *library) sound() []*cachedProblem {
	return slices.DeleteFunc(slices.Clone(l.problems), func(p *cachedProblem) bool { return p.fault != nil })
}

// stampOf returns a digest of the files in folders: of their contents, or of the data that shows a change.
func stampOf(contents bool, folders ...string) string {
	sum := sha256.New()
	for _, dir := range folders {
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			name, _ := filepath.Rel(dir, path)
			fmt.Fprintf(sum, "%q\n", filepath.ToSlash(name))
			if info, err := d.Info(); err == nil && !contents {
				fmt.Fprintln(sum, info.Size(), info.ModTime().UnixNano())
			} else if f, err := os.Open(path); err == nil {
				io.Copy(sum, f)
				f.Close()
			}
			return nil
		})
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// idea is what the file idea.yaml beside a solution says about it. Solutions without one are shown without an idea.
type idea struct {
	Beside         string // "usual": it is beside a submission unless the reader chooses another
	Rung           string // the rung of the ladder that it shows
	Sentence, Text struct {
		English string `yaml:"en"`
		Chinese string `yaml:"zh"`
	}
}

// sentence is plain text.
func (i idea) sentence() say.Words {
	return say.Words{English: strings.ReplaceAll(i.Sentence.English, "`", ""), Chinese: strings.ReplaceAll(i.Sentence.Chinese, "`", "")}
}

// ideasOf reads them. A twin in another language has the same idea.
func ideasOf(folder string, solutions []solution.Solution) map[string]idea {
	ideas := map[string]idea{}
	for _, one := range solutions {
		var found idea
		if text, err := os.ReadFile(filepath.Join(folder, one.Name, "idea.yaml")); err == nil {
			yaml.Load(text, &found) // a test of the solutions finds what is wrong in it
		}
		ideas[one.Name] = found
	}
	for _, one := range solutions {
		if name, ok := strings.CutSuffix(one.Name, "-"+one.Language); ok {
			twin := ideas[one.Name]
			twin.Beside, twin.Text = ideas[name].Beside, ideas[name].Text
			ideas[one.Name] = twin
		}
	}
	return ideas
}

// idea returns what is said about a solution.
func (s *shelf) idea(name string) idea {
	if l := s.last.Load(); l != nil {
		return l.ideas[name]
	}
	return idea{}
}

// html is the text, as a page shows it.
func (i idea) html(l say.Language) template.HTML {
	return statement.HTML([]byte(say.Words(i.Text).In(l)), func(string) string { return "" })
}
