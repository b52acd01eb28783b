package exchange

import (
	"cmp"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

var numbered = match.Lazy(`^(?:AcWing\s*)?(\d+)\s*[.．、]`)

// everywhere lists last words of addresses that do not identify a problem.
var everywhere = []string{"problem", "problems", "task", "tasks", "description", "descriptions",
	"statement", "statements", "view", "show", "index", "submit", "content", "contest", "practice", "problemset", "detail", "details",
	"showproblem", "viewproblem", "editorial", "main"}

// hosts lists first words of host names that do not belong to the site's name.
var hosts = []string{"www", "acm", "open", "oj", "judge", "onlinejudge", "contest", "contests",
	"new", "beta", "m", "my", "old", "arena"}

// id makes an ID from the page's address: the site's name and the parts that identify the problem, in
// the path, in the query or after the #. On two sites the number in front of the problem's name
// identifies it, which the address lacks.
func (c companion) id() string {
	u, err := url.Parse(c.URL)
	if err != nil || u.Hostname() == "" {
		return idFrom(c.Name)
	}
	site := siteName(u.Hostname())
	if m := numbered().FindStringSubmatch(strings.TrimSpace(c.Name)); m != nil && (site == "acwing" || site == "leetcode") {
		return site + m[1]
	}
	rest := cmp.Or(joined(named(u)), idFrom(c.Name))
	return site + rest
}

func siteName(host string) string {
	labels := strings.Split(strings.ToLower(host), ".")
	for len(labels) > 2 && slices.Contains(hosts, labels[0]) {
		labels = labels[1:]
	}
	return idFrom(labels[0])
}

// named lists the parts of an address that identify the problem: words with a digit, single letters and the last word of
// the path and behind the #, and the last number of the query.
func named(u *url.URL) (parts []string) {
	for _, text := range []string{u.Path, u.Fragment} {
		words := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '?' || r == '=' || r == '&' })
		for i, word := range words {
			word, _, _ = strings.Cut(word, ".") // without an extension
			own := i == len(words)-1 && !slices.Contains(everywhere, strings.ToLower(word))
			if own || len(word) == 1 || strings.ContainsAny(word, digits) {
				parts = append(parts, word)
			}
		}
	}
	values := strings.FieldsFunc(u.RawQuery, func(r rune) bool { return r == '=' || r == '&' })
	for _, value := range slices.Backward(values) {
		if strings.ContainsAny(value, digits) {
			return append(parts, value)
		}
	}
	return parts
}

const digits = "0123456789"

// joined puts the parts together. Some sites say the contest twice, alone and in front of the problem.
func joined(parts []string) (id string) {
	for _, part := range parts {
		part = idFrom(part)
		if strings.HasPrefix(part, id) {
			id = ""
		}
		id += part
	}
	return id
}

// free returns the ID, with a number after it if another problem has the ID. The same problem, from the same address,
// keeps its ID, and is there already.
func (c companion) free(root, id string) string {
	for n, try := 2, id; ; n++ {
		there := filepath.Join(root, "problems", try)
		if _, err := os.Stat(there); err != nil || c.URL != "" && addressOf(there) == c.URL {
			return try
		}
		try = id + "v" + strconv.Itoa(n)
	}
}

// addressOf returns the address that a problem came from, "" if it is not known.
func addressOf(dir string) string {
	text, _ := os.ReadFile(filepath.Join(dir, "problem.yaml"))
	said, _ := yamlMap(text)
	return textOf(mapIn(said, "source")["url"])
}
