package exchange

import (
	"encoding/base64"
	"fmt"
	"html"
	"path"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/model/problem"
)

// picture is one that an FPS file carries with its address in the statement.
type picture struct {
	Address string `xml:"src"`
	Data    string `xml:"base64"`
}

// putPictures writes the pictures that a statement in HTML shows, and returns their new names by their addresses. What
// is no picture has no name.
func (w *writer) putPictures(all []picture, statement string) (names map[string]string, err error) {
	names = map[string]string{}
	statement = html.UnescapeString(statement)
	for _, p := range all {
		address := strings.TrimSpace(p.Address)
		if !strings.Contains(statement, address) {
			w.note("left out: %s", "img "+oneLine(address))
			continue
		}
		name := fmt.Sprintf("picture%d%s", len(names)+1, strings.ToLower(path.Ext(address)))
		data, wrong := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(p.Data), ""))
		if wrong != nil || len(data) == 0 || len(data) > problem.MaxPicture || !problem.IsPicture(name) || names[address] != "" {
			continue
		}
		if err := write(filepath.Join(w.problemDir(), "statement", name), data); err != nil {
			return nil, err
		}
		names[address] = name
	}
	return names, nil
}
