package grade

import (
	"os"
	"testing"

	"sudokuoj/judge/internal/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}
