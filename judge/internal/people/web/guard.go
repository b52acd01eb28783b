package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/history"
)

// guard lets through what may come from a browser that shows our own pages, and says what those pages may do.
// Any page in a user's browser can send requests to this machine, so that an address on the loopback protects
// from nobody: a name that was made to point here is not among our hosts, and what changes something must not
// come from another origin.
func (s *Server) guard(next http.Handler) http.Handler {
	next = http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(s.Hosts, strings.ToLower(r.Host)) {
			http.Error(w, "not this host", http.StatusMisdirectedRequest)
			return
		}
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			http.Error(w, "not for other sites", http.StatusForbidden)
			return
		}
		nonce := rand.Text()
		for _, h := range [][2]string{
			{"Content-Security-Policy", policy(nonce)},
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "no-referrer"},
			{"Cross-Origin-Opener-Policy", "same-origin"},
			{"Cross-Origin-Resource-Policy", "same-origin"},
			{"Cache-Control", "no-store"},
		} {
			w.Header().Set(h[0], h[1])
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), nonceKey{}, nonce)))
	})
}

type nonceKey struct{}

func nonceOf(r *http.Request) string {
	nonce, _ := r.Context().Value(nonceKey{}).(string)
	return nonce
}

// policy is what a page may do: run the scripts that carry the nonce and the modules these import, and ask
// nobody but us.
func policy(nonce string) string {
	return "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; img-src 'self' data:; " +
		"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// whoAsks finds out by the token who makes a request; nobody is no error.
func (s *Server) whoAsks(r *http.Request) (history.Person, error) {
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !given {
		return s.Person, nil
	}
	p, err := s.DB.ByToken(r.Context(), Digest(token))
	if err == history.ErrNone {
		err = refuse(http.StatusUnauthorized, say.Errorf("nobody has this token").Hint("ask for a new link"))
	}
	return p, err
}

// Digest is what is kept of a token.
func Digest(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// navigates tells whether a browser wants a page to show.
func navigates(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}
