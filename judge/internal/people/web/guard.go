package web

import (
	"context"
	"crypto/sha256"
	"net/http"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/history"
)

// guard accepts requests from our own pages, and tells the browser what these pages may do. Any page in a user's
// browser can send requests to this machine, so listening on the loopback address is no protection. A request must name
// one of our hosts; a foreign name that points here is refused. A change must not come from another origin.
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
		for _, h := range [][2]string{
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "no-referrer"},
			{"Cross-Origin-Opener-Policy", "same-origin"},
			{"Cross-Origin-Resource-Policy", "same-origin"},
			{"Cache-Control", "no-store"},
		} {
			w.Header().Set(h[0], h[1])
		}
		next.ServeHTTP(w, r)
	})
}

// policy lets a page run the scripts with the nonce and the modules that they import, and connect only to us.
func policy(nonce string) string {
	return "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; img-src 'self' data:; " +
		"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// whoAsks finds the person of a request by the token, which programs send in a header and browsers in a cookie. No
// person is not an error.
func (s *Server) whoAsks(r *http.Request) (history.Person, error) {
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if cookie, err := r.Cookie(tokenCookie); err == nil && !given && s.Person.ID == 0 {
		token, given = cookie.Value, true
	}
	if !given {
		return s.Person, nil
	}
	return s.byToken(r.Context(), token)
}

func (s *Server) byToken(ctx context.Context, token string) (history.Person, error) {
	p, err := s.DB.ByToken(ctx, Digest(token))
	if err == history.ErrNone {
		err = refuse(http.StatusUnauthorized, say.Errorf("this token is not valid").Hint("ask for a new link"))
	}
	return p, err
}

// Digest returns the digest of a token, which is stored instead of the token.
func Digest(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// navigates reports whether a browser wants a page to show.
func navigates(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}
