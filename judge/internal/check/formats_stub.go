package check

import "context"

var Formats = []string{"acwing"}

func (c *Checker) sudoku(ctx context.Context, f Files) (Result, error)    { panic(1) }
func (c *Checker) validator(ctx context.Context, f Files) (Result, error) { panic(1) }
func (c *Checker) testlib(ctx context.Context, f Files) (Result, error)   { panic(1) }
