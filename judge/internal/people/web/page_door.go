package web

import (
	"net/http"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// In a class everybody has a link with a token behind its #, which a browser does not send. The script of a page posts
// it to /enter; without scripts a person pastes the link at the door. From then on the browser sends the token in a
// cookie, which no script and no other site can use, until it is closed.
const tokenCookie = "token"

// doorView is the page for those who are not known yet, or are about to become somebody else.
type doorView struct {
	Why   say.Message // why it is closed
	Again bool        // the request came from another site, to which a browser tells no cookie: ask once more
	Next  string      // the address to go on to
	Token string      // of somebody else
	Name  string      // of that person
}

// door answers a request that needs a person.
func (s *Server) door(w http.ResponseWriter, v *visit, why error) error {
	return s.render(w, v, "door", doorView{Why: say.From(why), Again: v.Header.Get("Sec-Fetch-Site") == "cross-site", Next: v.URL.RequestURI()})
}

// enter lets the owner of a token in. Who is somebody already is asked first, because anybody can send their own link
// to others, and would then read what these hand in.
func (s *Server) enter(w http.ResponseWriter, v *visit) error {
	next := "/" + strings.TrimLeft(v.FormValue("next"), `/\`) // never another site
	if s.Person.ID != 0 {
		http.Redirect(w, v.Request, next, http.StatusSeeOther)
		return nil
	}
	token := strings.TrimSpace(v.FormValue("token"))
	if _, inLink, ok := strings.Cut(token, "#token="); ok {
		token = inLink
	}
	p, err := s.byToken(v.Context(), token)
	switch {
	case statusOf(err) == http.StatusUnauthorized:
		return s.render(w, v, "door", doorView{Why: say.From(err), Next: next})
	case err != nil:
		return err
	case v.Person.ID != 0 && v.Person.ID != p.ID && v.FormValue("sure") == "":
		return s.render(w, v, "door", doorView{Next: next, Token: token, Name: p.Name})
	}
	s.setToken(w, token, 0)
	http.Redirect(w, v.Request, next, http.StatusSeeOther)
	return nil
}

// leave makes the browser forget who it is.
func (s *Server) leave(w http.ResponseWriter, v *visit) error {
	s.setToken(w, "", -1)
	http.Redirect(w, v.Request, "/", http.StatusSeeOther)
	return nil
}

func (s *Server) setToken(w http.ResponseWriter, token string, age int) {
	http.SetCookie(w, &http.Cookie{Name: tokenCookie, Value: token, Path: "/", MaxAge: age, HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteStrictMode})
}
