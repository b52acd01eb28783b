package web

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestPrograms reads forms with fields or with a file. A refusal is written as its status.
func TestPrograms(t *testing.T) {
	most := strings.Repeat("x", maxSource)
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
		{"too large", "go", most + "x", "", "", "413"},
		{"blank", "go", " \n", "", "", "400"},
		{"not UTF-8", "go", "\xff", "", "", "400"},
		{"a NUL", "go", "a\x00", "", "", "400"},
		{"no language", "cobol", "x", "", "", "400"},
	} {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		form.WriteField("language", test.language)
		form.WriteField("source", test.source)
		if test.file != "" {
			part, err := form.CreateFormFile("file", test.file)
			if err != nil {
				t.Fatal(err)
			}
			part.Write([]byte(test.text))
		}
		form.Close()
		r := httptest.NewRequest("POST", "/submit", &body)
		r.Header.Set("Content-Type", form.FormDataContentType())
		p, err := programOf(r)
		got := fmt.Sprint(p.Language, " ", p.File, " ", p.Source)
		if err != nil {
			got = fmt.Sprint(statusOf(err))
		}
		if got != test.want {
			t.Errorf("%s: %.80q, %v", test.name, got, err)
		}
	}
	for kind, want := range map[string]int{"application/x-www-form-urlencoded": 0, "multipart/form-data": http.StatusBadRequest, "multipart/form-data; boundary=x": http.StatusBadRequest} {
		r := httptest.NewRequest("POST", "/submit", strings.NewReader(url.Values{"a": {"b"}}.Encode()))
		r.Header.Set("Content-Type", kind)
		if err := parseForm(r); (err != nil) != (want > 0) || err != nil && statusOf(err) != want {
			t.Errorf("a form that is %s: %v", kind, err)
		}
	}
	r := httptest.NewRequest("POST", "/submit", strings.NewReader("a="+most))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, 10)
	if err := parseForm(r); statusOf(err) != http.StatusRequestEntityTooLarge {
		t.Errorf("more than a form may hold: %v", err)
	}
}
