package web

import (
	"errors"
	"html/template"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/packages/skeleton"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/statement"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// problemView holds the data of the page of a problem: the statement and the editor.
type problemView struct {
	*cachedProblem
	task
	Times     []languageTime // of languages that have a time limit of their own
	Languages []language.Language
	Language  string
	File      string
	Source    string
	Skeletons map[string]string // by language
	Earlier   []history.Submission
	Contest   string
	MaxSource int
}

// task is what a problem asks for, in one language. It is kept, because it takes time to make.
type task struct {
	Statement template.HTML
	Written   string // the language of the statement, "" if it is not known
	Cut       bool   // it is longer than the part that is shown
	Samples   []sample
	Left      int           // samples for which there is no room
	Board     template.HTML // the first puzzle of the samples with its solution; "" if there is none
}

// taskOf names the statement of a version of a problem.
type taskOf struct {
	problem, version string
	lang             say.Language
}

// sample is a sample case on the page.
type sample struct {
	Name        string
	Description say.Words
	In, Ans     string
	Talk        string // the conversation, instead of input and answer, if the program talks
	Cut         bool
}

type languageTime struct {
	Name  string
	Limit time.Duration
}

const (
	shownSample  = 16 << 10  // bytes of a sample's input and of its answer
	shownSamples = 256 << 10 // bytes of all samples
)

// problem shows a problem with its editor. The query's from names one of the reader's submissions to begin with. Its
// contest names the contest that a submission is for; without that, the submission counts in the contest that goes on.
func (s *Server) problem(v *visit) (data problemView, err error) {
	p, err := s.openProblem(v, v.PathValue("id"))
	if err != nil {
		return data, err
	}
	data = problemView{cachedProblem: p, Languages: language.All(), Times: ownTimes(p.Problem, language.All()), Skeletons: map[string]string{}, Contest: v.URL.Query().Get("contest"), MaxSource: maxSource}
	if data.Contest == "" {
		if data.Contest, err = v.running(p.ID, time.Now()); err != nil {
			return data, err
		}
	}
	data.task, err = remember(&s.recent, taskOf{p.ID, p.Version, v.Lang}, func() (task, error) { return taskIn(p, v.Lang) })
	if err != nil {
		return data, err
	}
	for _, l := range data.Languages {
		begun, err := skeleton.Of(l, "", p.Problem)
		if err != nil {
			return data, err
		}
		data.Skeletons[l.ID] = begun.Code
	}
	if data.Earlier, err = s.submissions(v, history.Filter{Person: v.Person.ID, Problem: p.ID, Limit: 5}); err != nil {
		return data, err
	}
	return data, s.beginWith(v, &data)
}

// ownTimes lists the languages that have a time limit of their own.
func ownTimes(p problem.Problem, all []language.Language) (times []languageTime) {
	for _, l := range all {
		if own := grade.Limits(p, l.ID).CPU; own != p.Limits.Time {
			times = append(times, languageTime{l.Name, own})
		}
	}
	return times
}

// beginWith puts a source into the editor: the source of the submission in the query, or else the skeleton of the
// language that the reader used last.
func (s *Server) beginWith(v *visit, data *problemView) (err error) {
	if from, err := strconv.ParseInt(v.URL.Query().Get("from"), 10, 64); err == nil {
		sub, err := s.DB.Get(v.Context(), from)
		if err == nil && v.mine(sub) && sub.Problem == data.ID {
			data.Language, data.Source = sub.Language, sub.Source
			return nil
		} else if err != nil && !errors.Is(err, history.ErrNone) {
			return err
		}
	}
	data.Language, err = s.spoken(v)
	data.Source = data.Skeletons[data.Language]
	return err
}

// usualLanguage is the language in which a reader begins. Most people in China begin in C++.
func usualLanguage(l say.Language) string {
	if l == say.Chinese {
		return "cpp"
	}
	return language.All()[0].ID
}

// taskIn reads what a problem asks for in a language, or in another one if there is no statement in that.
func taskIn(p *cachedProblem, lang say.Language) (made task, err error) {
	text, err := p.Problem.Statement(string(lang))
	if err != nil {
		return made, err
	}
	made.Written, made.Cut = text.Language, len(text.Text) > statement.MaxSize
	if text.Language == "zh" {
		made.Written = "zh-Hans"
	}
	if text.TeX {
		escaped := template.HTMLEscapeString(terminal.Escape(string(text.Text[:min(len(text.Text), statement.MaxSize)])))
		made.Statement = template.HTML(`<pre class="tex" tabindex="0">` + escaped + "</pre>")
	} else {
		made.Statement = statement.HTML(text.Text, func(name string) string {
			if p.Picture(name) == "" {
				return ""
			}
			return "/p/" + p.ID + "/" + url.PathEscape(name)
		})
	}
	if made.Samples, made.Left, err = samplesOf(p.Problem); err != nil {
		return made, err
	}
	made.Board, err = firstBoard(made.Samples)
	return made, err
}

// picture answers with a picture of a statement, to whoever may see the problem.
func (s *Server) picture(w http.ResponseWriter, v *visit) error {
	p, err := s.openProblem(v, v.PathValue("id"))
	if err != nil {
		return err
	}
	path := p.Picture(v.PathValue("name"))
	if info, err := os.Stat(path); path == "" || err != nil || info.Size() > problem.MaxPicture {
		return history.ErrNone
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(strings.ToLower(filepath.Ext(path))))
	_, err = w.Write(data)
	return err
}

// samplesOf reads the shown parts of a problem's samples, and counts those that are left out.
func samplesOf(p problem.Problem) (all []sample, left int, err error) {
	size := 0
	for _, c := range p.Cases {
		name, ok := strings.CutPrefix(c.Name, "sample/")
		if !ok {
			continue
		}
		if size > shownSamples {
			left++
			continue
		}
		one := sample{Name: name, Description: c.Description}
		if one.Talk, one.Cut, err = head(strings.TrimSuffix(c.In, ".in") + ".interaction"); err == nil {
			size += len(one.Talk)
			all = append(all, one)
			continue
		}
		if p.Check.Interactive { // only the interactor reads its input
			continue
		}
		var longIn, longAns bool
		if one.In, longIn, err = head(c.In); err == nil {
			one.Ans, longAns, err = head(c.Ans)
		}
		if err != nil {
			return nil, 0, err
		}
		size += len(one.In) + len(one.Ans)
		one.Cut = longIn || longAns
		all = append(all, one)
	}
	return all, left, nil
}

// firstBoard draws the first puzzle of the samples. If the answer holds a board too, its digits are filled in.
func firstBoard(samples []sample) (template.HTML, error) {
	for _, one := range samples {
		puzzle, ok := sudoku.Leading(one.In)
		if !ok {
			continue
		}
		if filled, ok := sudoku.Leading(one.Ans); ok && filled.Size == puzzle.Size && filled.Clues() > puzzle.Clues() {
			return page.DrawBoard(say.Of("the first puzzle of the sample, solved"), filled, puzzle)
		}
		return page.DrawBoard(say.Of("the first puzzle of the sample"), puzzle, puzzle)
	}
	return "", nil
}

// head returns the beginning of a file, and whether there is more.
func head(path string) (text string, more bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, shownSample+1))
	return strings.ToValidUTF8(string(data[:min(len(data), shownSample)]), "\uFFFD"), len(data) > shownSample, err
}
