package exchange

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// isVijos knows test data for Vijos by their Config.ini, a line for each case.
func isVijos(dir fs.FS) bool { return vijosConfig(dir) != "" }

func vijosConfig(dir fs.FS) string {
	for _, name := range []string{"Config.ini", "config.ini"} {
		if strings.Count(head(dir, name), "|") >= 2 {
			return name
		}
	}
	return ""
}

// vijos reads the lines of a Config.ini, each input|answer|seconds|points|KiB, and the files they name.
func (w *writer) vijos(name string) error {
	text, err := w.people("Config.ini", w.lies(vijosConfig(w.from.FS())))
	if err != nil {
		return err
	}
	files, err := list(w.from, ".", refuse)
	if err != nil {
		return err
	}
	find := func(folder, name string) string { // people wrote them on Windows: upper and lower case do not count
		for _, f := range files {
			if strings.EqualFold(f, folder+"/"+name) || strings.EqualFold(f, name) {
				return f
			}
		}
		return ""
	}
	var cases []draftCase
	var own ownLimits
	for n, line := range bytes.Split(text, []byte("\n")) {
		parts := strings.Split(strings.TrimSpace(string(line)), "|")
		if len(parts) < 2 {
			continue // the first line says how many there are
		}
		if len(cases) == maxFiles {
			return say.Errorf("more than %d files", maxFiles)
		}
		parts = append(parts, "", "", "")
		in, ans := find("input", parts[0]), find("output", parts[1])
		if in == "" || ans == "" {
			return say.Errorf("%s: the file %s is not in the package", fmt.Sprintf("Config.ini:%d", n+1), parts[min(1, len(in))])
		}
		c := w.pairCase(pair{strings.TrimSuffix(path.Base(in), path.Ext(in)), in, ans})
		c.worth, _ = number(parts[3])
		cases, own.seconds = append(cases, c), append(own.seconds, seconds(parts[2], 1))
		if kib, ok := number(parts[4]); ok {
			own.memory = append(own.memory, int64(kib)>>10)
		}
	}
	d := draft{names: map[string]string{languageOf(name): name}, scoring: true, groups: points(cases)}
	d.seconds, d.memory = own.widest(w)
	return w.put(d)
}
