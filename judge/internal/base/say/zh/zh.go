// Package zh is the Chinese of all messages. The programs import it, and tests that read Chinese. It is no part of
// package say, so that a new translation changes no room: only these are linked and tested again.
package zh

import (
	"embed"
	"fmt"
	"maps"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

func init() { say.Translate(Catalogue) }

//go:embed *.txt
var files embed.FS

// Catalogue maps English formats to their Chinese. In its files an entry is two lines, the English format and the
// Chinese one; an empty line or one that begins with # stands between them. Where Chinese wants the arguments in
// another order it numbers them, as in %[2]s.
func Catalogue() map[string]string {
	all := map[string]string{}
	for _, entries := range byFile() {
		maps.Copy(all, entries)
	}
	return all
}

// byFile is the catalogue as its files have it.
func byFile() map[string]map[string]string {
	listed, err := files.ReadDir(".")
	if err != nil {
		panic(err) // they are part of this package
	}
	all := map[string]map[string]string{}
	for _, f := range listed {
		text, err := files.ReadFile(f.Name())
		if err != nil {
			panic(err)
		}
		if all[f.Name()], err = parse(string(text)); err != nil {
			panic(fmt.Sprintf("zh/%s: %v", f.Name(), err))
		}
	}
	return all
}

// parse reads a file of the catalogue.
func parse(text string) (map[string]string, error) {
	entries := map[string]string{}
	english := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.ReplaceAll(line, `\n`, "\n")
		switch {
		case english != "" && line == "":
			return nil, fmt.Errorf("line %d: no Chinese for %q", i+1, english)
		case line == "" || english == "" && strings.HasPrefix(line, "#"):
		case english == "":
			if _, there := entries[line]; there {
				return nil, fmt.Errorf("line %d: %q is there twice", i+1, line)
			}
			english = line
		default:
			entries[english], english = line, ""
		}
	}
	return entries, nil
}
