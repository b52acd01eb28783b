package server

import (
	"context"

	"sudokuoj/judge/internal/people/history"
)

// What only a clock of the test's own can try.

func (o *Options) KeepTidy(ctx context.Context, db *history.DB) { o.keepTidy(ctx, db) }
func (o *Options) Logger() func(error)                          { return o.logger() }
