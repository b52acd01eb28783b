package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// impossible is a board without a solution, on which a search takes long.
const impossible = `{"w":3,"h":3,"cells":".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........","names":["naive"]}`

// attack has one student do five things at once while the lesson lasts: request the page of a submission of very many
// lines, and its JSON on forty connections, have a board without solution solved in two loops, follow a submission from
// eight pages, and hand in.
func (l *load) attack(all *sync.WaitGroup) error {
	token := l.tokens[0]
	id, err := l.submit(token, problem, adds+strings.Repeat("/\n", 131_000-len(adds)))
	if err != nil {
		return err
	}
	var newest atomic.Int64
	newest.Store(int64(id))
	again := func(do func(context.Context) error, pause time.Duration) {
		all.Go(func() {
			for time.Now().Before(l.until) {
				ctx, stop := context.WithDeadline(context.Background(), l.until)
				do(ctx)
				stop()
				time.Sleep(pause)
			}
		})
	}
	for range 4 {
		again(func(ctx context.Context) error {
			ctx, stop := context.WithTimeout(ctx, 50*time.Millisecond)
			defer stop()
			return l.ask(ctx, "GET", token, fmt.Sprintf("/s/%d", id), "")
		}, 0)
	}
	for range 2 {
		again(func(ctx context.Context) error { return l.ask(ctx, "POST", token, "/play/solve", impossible) }, 0)
	}
	for range 40 {
		again(func(ctx context.Context) error { return l.ask(ctx, "GET", token, fmt.Sprintf("/s/%d/json", id), "") }, 10*time.Millisecond)
	}
	for range 8 {
		again(func(ctx context.Context) error {
			return l.ask(ctx, "GET", token, fmt.Sprintf("/s/%d/events", newest.Load()), "")
		}, 100*time.Millisecond)
	}
	again(func(ctx context.Context) error {
		id, err := l.submit(token, problem, l.sources[0])
		if err == nil {
			newest.Store(int64(id))
		}
		return err
	}, time.Second)
	return nil
}

// ask makes a request that may be called off, and reads the answer to its end.
func (s *server) ask(ctx context.Context, method, token, path, body string) error {
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if method == "GET" {
		r.Header.Set("Accept", "text/html")
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
