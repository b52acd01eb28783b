package build

import (
	"context"
	"os/exec"
	"strings"
	"sync"

	"sudokuoj/judge/internal/model/language"
)

// GoSays returns the output of the go command.
func GoSays(args ...string) (string, error) {
	lang, _ := language.ByID("go")
	tool, err := exec.LookPath(lang.Tools[0])
	if err != nil {
		return "", &Missing{Language: lang.Name, Tool: lang.Tools[0], Install: lang.Install}
	}
	said, err := run(context.Background(), tool, args...)
	return strings.TrimSpace(said), err
}

// GoRoot is the folder where Go is installed.
var GoRoot = sync.OnceValues(func() (string, error) { return GoSays("env", "GOROOT") })
