package build

import (
	"context"
	"os/exec"
	"strings"
	"sync"

	"sudokuoj/judge/internal/language"
)

// goTool is the path of the go command.
func goTool() (string, error) {
	lang, _ := language.ByID("go")
	tool, err := exec.LookPath(lang.Commands[0])
	if err != nil {
		return "", &Missing{Language: lang.Name, Tool: lang.Commands[0], Install: lang.Install}
	}
	return tool, nil
}

// GoSays returns the output of the go command.
func GoSays(args ...string) (string, error) {
	tool, err := goTool()
	if err != nil {
		return "", err
	}
	said, err := run(context.Background(), tool, args...)
	return strings.TrimSpace(said), err
}

// GoRoot is the folder where Go is installed.
var GoRoot = sync.OnceValues(func() (string, error) { return GoSays("env", "GOROOT") })
