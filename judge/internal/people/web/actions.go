package web

import (
	"archive/zip"
	"cmp"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// submissionJSON writes a submission in the format of judge -json, limited to what its reader may see.
func (s *Server) submissionJSON(w http.ResponseWriter, v *visit, sub history.Submission) error {
	run, err := s.shownRun(v, sub)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return result.WriteRun(w, run)
}

// sourceFile answers with the source of a submission as a file.
func (s *Server) sourceFile(w http.ResponseWriter, _ *visit, sub history.Submission) error {
	attach(w, "text/plain; charset=utf-8", sub.File)
	_, err := w.Write([]byte(sub.Source))
	return err
}

// stop stops the judging of a submission, whether it runs or waits. A finished judging does not change. If a teacher
// has had a submission judged again, only a teacher can stop that.
func (s *Server) stop(w http.ResponseWriter, v *visit) error {
	sub, err := s.own(v, s.DB.Latest)
	if err != nil {
		return err
	}
	if sub.Judging.Attempt > 1 && !v.Person.Teaches() {
		return refuse(http.StatusForbidden, say.Errorf("only a teacher may do this"))
	}
	running := s.queue.find(sub.Judging.ID)
	stopped := running != nil
	if stopped {
		running.cancel(errStopped)
	} else if stopped, err = s.DB.Withdraw(v.Context(), sub.Judging.ID, time.Now()); err != nil {
		return err
	}
	s.streams.wake(sub.ID)
	s.moved()
	return s.done(w, v, fmt.Sprintf("/s/%d", sub.ID), map[string]any{"stopped": stopped})
}

// done answers a successful action: it redirects a page, back to the class if the form says so, and answers a script
// with JSON.
func (s *Server) done(w http.ResponseWriter, v *visit, next string, value any) error {
	if v.FormValue("back") == "class" {
		next = "/class"
	}
	if navigates(v.Request) {
		http.Redirect(w, v.Request, next, http.StatusSeeOther)
		return nil
	}
	return writeJSON(w, http.StatusOK, value)
}

// rejudge judges again: one submission (the form's field id), all submissions of a problem or a contest, or all
// submissions (all=yes).
func (s *Server) rejudge(w http.ResponseWriter, v *visit) error {
	f := history.Filter{Problem: v.FormValue("problem"), Contest: v.FormValue("contest")}
	next := "/"
	if id := v.FormValue("id"); id != "" {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return history.ErrNone
		}
		f.ID, next = n, fmt.Sprintf("/s/%d", n)
	}
	if f == (history.Filter{}) && v.FormValue("all") != "yes" {
		return refuse(http.StatusBadRequest, say.Errorf("say what to judge again: id, problem, contest or all"))
	}
	n, err := s.DB.Rejudge(v.Context(), f, time.Now())
	if err != nil {
		return err
	}
	s.moved()
	return s.done(w, v, next, map[string]int64{"queued": n})
}

// setRules closes or opens a problem, and hides or shows its secret cases: the fields closed and veiled are yes or no.
// A missing field changes nothing.
func (s *Server) setRules(w http.ResponseWriter, v *visit) error {
	id := v.PathValue("id")
	if _, err := s.problems.get(id); err != nil {
		return err
	}
	rules := v.order.rules[id]
	for name, field := range map[string]*bool{"closed": &rules.Closed, "veiled": &rules.Veiled} {
		switch value := v.FormValue(name); value {
		case "yes", "no":
			*field = value == "yes"
		case "":
		default:
			return refuse(http.StatusBadRequest, say.Errorf("%s is yes or no, not %q", name, value))
		}
	}
	if err := s.DB.SetRules(v.Context(), id, rules); err != nil {
		return err
	}
	return s.done(w, v, "/p/"+id, map[string]bool{"closed": rules.Closed, "veiled": rules.Veiled})
}

// download answers with all sources, or all sources of a problem or a contest, as one zip file.
func (s *Server) download(w http.ResponseWriter, v *visit) error {
	attach(w, "application/zip", "submissions.zip")
	z := zip.NewWriter(w)
	f := history.Filter{Problem: v.FormValue("problem"), Contest: v.FormValue("contest"), Limit: 200}
	for {
		all, err := s.DB.Submissions(v.Context(), f)
		if err != nil || len(all) == 0 {
			return cmp.Or(err, z.Close())
		}
		for _, one := range all {
			f.Before = one.ID
			if err := s.pack(z, v, one.ID); err != nil {
				return err
			}
		}
	}
}

// pack puts a source into a zip file, as PROBLEM/PERSON/NUMBER-VERDICT.EXTENSION.
func (s *Server) pack(z *zip.Writer, v *visit, id int64) error {
	sub, err := s.DB.Get(v.Context(), id)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s/%s/%d-%s%s", sub.Problem, folderName(sub.Person.Name), sub.ID, sub.Judging.Verdict, filepath.Ext(sub.File))
	file, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: sub.Created})
	if err != nil {
		return err
	}
	_, err = file.Write([]byte(sub.Source))
	return err
}

// folderName turns a person's name into a folder's name, with letters and digits of any script.
func folderName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit) {
			return r
		}
		return '_'
	}, name)
}
