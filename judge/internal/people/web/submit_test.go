package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestForms hands in what is typed or a file: which language, name and source are kept.
func TestForms(t *testing.T) {
	w := still(t)
	most := strings.Repeat("x", 256<<10)
	for _, test := range []struct {
		name, language, source, file, text string
		want                               string // language, file and source
	}{
		{"typed", "cpp", "int x;", "", "", "cpp main.cpp int x;"},
		{"a file decides the language", "cpp", "", "a.py", "print(1)", "python a.py print(1)"},
		{"a file without a language", "cpp", "", "a.txt", "int x;", "cpp main.cpp int x;"},
		{"an empty file", "cpp", "int x;", "a.py", "", "cpp main.cpp int x;"},
		{"a file comes before what is typed", "cpp", "int x;", "a.go", "package a", "go a.go package a"},
		{"lines as a form ends them", "go", "a\r\nb\rc\n", "", "", "go main.go a\nb\rc\n"},
		{"as large as may be", "go", most, "", "", "go main.go " + most},
	} {
		a := w.upload("/submit", "tea", test.file, test.text, map[string]string{"problem": "sum", "language": test.language,
			"source": test.source})
		var made struct{ ID int64 }
		if err := json.Unmarshal([]byte(a.body), &made); err != nil || a.code != http.StatusCreated {
			t.Errorf("%s: %d %s", test.name, a.code, a.body)
			continue
		}
		sub, err := w.s.DB.Get(t.Context(), made.ID)
		if got := fmt.Sprint(sub.Language, " ", sub.File, " ", sub.Source); got != test.want || err != nil {
			t.Errorf("%s: %.80q, %v", test.name, got, err)
		}
	}
}

// TestFarTooLarge sends 40 MB as a browser does, which reads the answer when it has sent all.
func TestFarTooLarge(t *testing.T) {
	w := still(t)
	c := must.Get(net.Dial("tcp", w.listen.Addr().String()))(t)
	defer c.Close()
	fmt.Fprintf(c, "POST /submit HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer tea\r\nContent-Type: "+
		"application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", w.listen.Addr(), 40<<20)
	for range 40 {
		if _, err := c.Write(make([]byte, 1<<20)); err != nil {
			t.Fatalf("the connection breaks: %v", err)
		}
	}
	text := must.Get(io.ReadAll(c))(t)
	must.Contain(t, string(text), "413 ", "the answer")
	must.Contain(t, string(text), "the request is larger than", "the answer")
}
