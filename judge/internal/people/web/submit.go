package web

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/terminal"
)

const (
	maxSource  = 256 << 10
	sourceBody = 6*maxSource + smallBody // a form writes a line's end as %0D%0A; there may be an input beside the source
	maxName    = 80                      // of a file's name, in bytes

	pace      = 5 * time.Second // between two submissions of a student
	maxQueued = 3               // of a student
)

// programOf reads the fields language, source and file: a source that was typed, or a file.
func programOf(r *http.Request) (p history.Submission, err error) {
	p = history.Submission{Language: r.FormValue("language"), Source: r.FormValue("source")}
	if file, head, err := r.FormFile("file"); err == nil && head.Size > 0 {
		defer file.Close()
		text, err := io.ReadAll(file)
		if err != nil {
			return p, err
		}
		p.File, p.Source = fileName(head.Filename), string(text)
		if l, ok := language.ByFile(p.File); ok {
			p.Language = l.ID
		}
	}
	l, ok := language.ByID(p.Language)
	if !ok {
		return p, refuse(http.StatusBadRequest, say.Errorf("%q is not a language that is known here", p.Language))
	}
	if found, _ := language.ByFile(p.File); found.ID != l.ID {
		p.File = "main" + l.Extension()
	}
	p.Source = strings.ReplaceAll(p.Source, "\r\n", "\n") // because a form sends every line's end like that
	switch {
	case len(p.Source) > maxSource:
		return p, refuse(http.StatusRequestEntityTooLarge, say.Errorf("the source has %s; at most %s are allowed", terminal.Size(int64(len(p.Source))), terminal.Size(maxSource)))
	case strings.TrimSpace(p.Source) == "":
		return p, refuse(http.StatusBadRequest, say.Errorf("there is no source: type one, or choose a file"))
	case !utf8.ValidString(p.Source) || strings.ContainsRune(p.Source, 0):
		return p, refuse(http.StatusBadRequest, say.Errorf("the source is not text in UTF-8").Hint("save it as UTF-8 and hand it in again"))
	}
	return p, nil
}

// parseForm reads a form of either kind into memory, because its size is limited.
func parseForm(r *http.Request) error {
	err := r.ParseForm()
	if err == nil {
		err = r.ParseMultipartForm(sourceBody)
	}
	if errors.Is(err, http.ErrNotMultipart) {
		err = nil
	}
	if err != nil && statusOf(err) == http.StatusInternalServerError {
		err = refuse(http.StatusBadRequest, say.Errorf("this is not a form: %w", err))
	}
	return err
}

// fileName returns the part of a given file name that is safe: no folders, only letters and digits of any script and a
// few other characters.
func fileName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	clean := strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == '-' || unicode.In(r, unicode.Letter, unicode.Digit) {
			return r
		}
		return '_'
	}, name)
	extension := filepath.Ext(clean)
	if extension == "." || len(extension) > maxName/2 {
		extension = ""
	}
	stem := strings.TrimLeft(strings.TrimSuffix(clean, extension), ".-")
	stem = strings.TrimRight(stem, ".")
	stem = strings.ToValidUTF8(stem[:min(len(stem), maxName-len(extension))], "") // not half a character
	return cmp.Or(stem, "main") + extension
}

// submit takes a source for a problem. The form's fields are problem, language, source or file, and contest.
func (s *Server) submit(w http.ResponseWriter, v *visit) error {
	p, err := programOf(v.Request)
	if err != nil {
		return err
	}
	now := time.Now()
	asked, err := s.openProblem(v, v.FormValue("problem"))
	if errors.Is(err, history.ErrNone) {
		err = refuse(http.StatusNotFound, say.Errorf("there is no problem %q here", v.FormValue("problem")))
	}
	if err != nil {
		return err
	}
	if p.Contest, err = v.running(asked.ID, now); err != nil {
		return err
	}
	s.submitting.Lock()
	defer s.submitting.Unlock()
	if err := s.paced(v, now); err != nil {
		return err
	}
	p.Person, p.Problem, p.Version, p.Created = v.Person, asked.ID, asked.Version, now
	id, err := s.DB.Submit(v.Context(), p)
	if err != nil {
		return err
	}
	s.watching.giveWay(v.Person.ID)
	s.moved()
	if navigates(v.Request) {
		http.Redirect(w, v.Request, fmt.Sprintf("/s/%d", id), http.StatusSeeOther)
		return nil
	}
	return writeJSON(w, http.StatusCreated, map[string]int64{"id": id})
}

// paced returns an error if a student submits too much at once.
func (s *Server) paced(v *visit, now time.Time) error {
	if v.Person.Teaches() {
		return nil
	}
	last, err := s.DB.Submissions(v.Context(), history.Filter{Person: v.Person.ID, Limit: 1})
	if err != nil {
		return err
	}
	// A time in the future means that the clock was set back.
	if len(last) > 0 && now.Sub(last[0].Created) < pace && !now.Before(last[0].Created) {
		return refuse(http.StatusTooManyRequests, say.Errorf("one submission every %d seconds", int(pace.Seconds())).Hint("wait a moment"))
	}
	waiting, err := s.DB.Waiting(v.Context(), v.Person.ID)
	if err == nil && waiting >= maxQueued {
		err = refuse(http.StatusTooManyRequests, say.Errorf("%d of your submissions are not judged yet", waiting).Hint("wait until one is done, or stop one"))
	}
	return err
}

// running returns the contest that a submission is for, "" if none. It is the contest that the form names; it must be
// going on and have the problem. If a student's form names none, it is one that goes on and has the problem. Otherwise
// a student could get a verdict without a penalty.
func (v *visit) running(problem string, now time.Time) (string, error) {
	id := v.FormValue("contest")
	if id == "" && v.Person.Teaches() {
		return "", nil
	}
	err := error(history.ErrNone)
	for _, c := range v.order.contests {
		switch {
		case id != "" && c.ID != id:
		case hasIn(c, problem, now, "running"):
			return c.ID, nil
		case id != "":
			err = refuse(http.StatusForbidden, say.Errorf("contest %q does not take this problem now", id))
		}
	}
	if id == "" {
		err = nil
	}
	return "", err
}
