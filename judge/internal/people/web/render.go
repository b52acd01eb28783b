package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// The pages: NAME.tmpl defines "title" and "main", and parts/layout.tmpl puts them into place. A page loads one script,
// of site.js and NAME.js with all that they import, and one style sheet, of the report's, site.css and NAME.css.
//
//go:embed page parts
var pageFiles embed.FS

// view holds what the layout shows around a page's own data.
type view struct {
	Data   any
	Name   string // of the page
	Lang   say.Language
	Theme  string // "", "auto", "light" or "dark"
	Nonce  string
	Query  url.Values
	Person history.Person
	Class  bool // it is served to people with tokens
	Fleet  bool // a fleet judges the submissions
	Files  string
}

// With returns the address of the same page with one parameter changed.
func (v view) With(name, value string) string {
	query := maps.Clone(v.Query)
	query.Set(name, value)
	return "?" + query.Encode()
}

// render answers with a page.
func (s *Server) render(w http.ResponseWriter, v *visit, name string, data any) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept, Accept-Language, Authorization, Cookie")
	if v.status != 0 {
		w.WriteHeader(v.status)
	}
	return s.pages[v.Lang][name].ExecuteTemplate(w, "layout.tmpl", view{
		Data: data, Name: name, Lang: v.Lang, Theme: chosen(w, v.Request, "theme", []string{"auto", "light", "dark"}, s.Secure), Nonce: v.nonce, Query: v.URL.Query(), Person: v.Person,
		Class: s.Person.ID == 0, Fleet: s.Fleet != nil, Files: s.static.base,
	})
}

// loadPages reads the templates, once for each language. All servers share them.
var loadPages = sync.OnceValues(func() (map[say.Language]map[string]*template.Template, error) {
	pages := map[say.Language]map[string]*template.Template{}
	for _, l := range say.Languages {
		pages[l] = map[string]*template.Template{}
		parts, err := template.New("").Funcs(funcs(l)).ParseFS(pageFiles, "parts/*.tmpl")
		if err != nil {
			return nil, err
		}
		for _, name := range pageNames() {
			own := template.Must(parts.Clone()) // it was not executed
			if pages[l][name], err = own.ParseFS(pageFiles, "page/"+name+".tmpl"); err != nil {
				return nil, err
			}
		}
	}
	return pages, nil
})

// pageNames lists the pages.
func pageNames() (names []string) {
	files, _ := fs.Glob(pageFiles, "page/*.tmpl") // the pattern is right
	for _, file := range files {
		names = append(names, strings.TrimSuffix(path.Base(file), ".tmpl"))
	}
	return names
}

// funcs returns the functions that templates may call, in the reader's language.
func funcs(l say.Language) template.FuncMap {
	return template.FuncMap{
		"t":         func(format string, args ...any) string { return terminal.Escape(l.Say(format, args...)) },
		"tr":        func(m say.Message) string { return terminal.Escape(l.Line(m)) },
		"lines":     func(m say.Message) []string { return strings.Split(terminal.EscapeLines(l.Text(m)), "\n") },
		"words":     func(w say.Words) string { return terminal.Escape(w.In(l)) },
		"vt":        func(v result.Verdict) string { return l.Text(v.Title()) },
		"limit":     func(d time.Duration) string { return strings.Replace(terminal.Duration(d), ".00", "", 1) },
		"dur":       terminal.Duration,
		"bytes":     func(n int64) string { return terminal.Size(n) },
		"kib":       func(n int64) string { return terminal.Size(n << 10) },
		"n":         func(n int) string { return terminal.Thousands(int64(n)) },
		"show":      terminal.Escape,
		"inc":       func(i int) int { return i + 1 },
		"count":     say.Count,
		"languages": languages,
		"language":  language.NameOf,
		"stamp":     func(t time.Time) string { return t.Format(time.RFC3339) },
		"day":       func(t time.Time) string { return t.Local().Format("01-02 15:04") },
		"when":      func(t time.Time) string { return t.Local().Format(inForm) },
	}
}

// languages lists the names of languages.
func languages(ids []string) say.Message {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = language.NameOf(id)
	}
	return say.List(names)
}

// languageOf returns the reader's language: the one in the address, which is remembered, or the one that was remembered
// earlier, or else the browser's.
func languageOf(w http.ResponseWriter, r *http.Request, secure bool) say.Language {
	if l := chosen(w, r, "lang", []string{"en", "zh"}, secure); l != "" {
		return say.Language(l)
	}
	for wanted := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		switch tag := strings.ToLower(strings.TrimSpace(wanted)); {
		case strings.HasPrefix(tag, "zh"):
			return say.Chinese
		case strings.HasPrefix(tag, "en"):
			return say.English
		}
	}
	return say.English
}

// chosen returns the reader's choice: in the address now, which a cookie then remembers, or an earlier one.
func chosen(w http.ResponseWriter, r *http.Request, name string, known []string, secure bool) string {
	if now := r.URL.Query().Get(name); slices.Contains(known, now) {
		if r.Header.Get("Renews") == "" { // see site.js
			http.SetCookie(w, &http.Cookie{Name: name, Value: now, Path: "/", MaxAge: 365 * 24 * 3600, HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode})
		}
		return now
	}
	if c, err := r.Cookie(name); err == nil && slices.Contains(known, c.Value) {
		return c.Value
	}
	return ""
}

// static holds the files that pages load. Their address contains a digest of all of them, so that a browser may keep
// them for good.
type static struct {
	base  string // "/static/DIGEST/"
	files map[string]staticFile
}

// staticFile is also kept packed with gzip, because a class that arrives together fetches the editor forty times.
type staticFile struct{ plain, packed []byte }

// loadStatic joins and packs the files. All servers share them.
var loadStatic = sync.OnceValue(func() static {
	s := static{files: map[string]staticFile{}}
	sum := sha256.New()
	add := func(name, text string) {
		sum.Write([]byte(name + "\x00" + text))
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write([]byte(text)) // a buffer takes everything
		w.Close()
		s.files[name] = staticFile{[]byte(text), packed.Bytes()}
	}
	read := func(name string) string {
		from, file := fs.FS(pageFiles), "page/"+name
		if part, ok := strings.CutPrefix(name, "report/"); ok {
			from, file = page.Files(), part
		}
		text, _ := fs.ReadFile(from, file) // not every page has a script and a style of its own
		return string(text)
	}
	add("icon.svg", read("icon.svg"))
	add("editor.js", read("editor.js"))
	beside := map[string]string{"class": "submission.css"} // the style of what a page opens beside it
	for _, name := range pageNames() {
		add(name+".js", page.Bundle(read, "site.js", name+".js"))
		add(name+".css", page.Style()+read("site.css")+read(beside[name])+read(name+".css"))
	}
	s.base = "/static/" + hex.EncodeToString(sum.Sum(nil))[:16] + "/"
	return s
})

// staticFile serves one of the files.
func (s *Server) staticFile(w http.ResponseWriter, v *visit) error {
	name := v.PathValue("file")
	file, ok := s.static.files[name]
	if !ok || "/static/"+v.PathValue("digest")+"/" != s.static.base {
		return history.ErrNone
	}
	w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Vary", "Accept-Encoding")
	text := file.plain
	if strings.Contains(v.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		text = file.packed
	}
	w.Write(text) // who went away sees no error
	return nil
}

// contentTypes does not use the machine's own table, which may have JavaScript as text.
var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
}

// writeJSON answers with a value as JSON.
func writeJSON(w http.ResponseWriter, code int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, err = w.Write(append(text, '\n'))
	return err
}

// attach makes an answer a file to save. Somebody else may have chosen the name.
func attach(w http.ResponseWriter, contentType, name string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}
