package exchange_test

import (
	"os"
	"testing"

	"sudokuoj/judge/internal/engine/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}
