package gate

import (
	"crypto/subtle"
	"net/http"
)

const apiToken = "bq_live_buubi4bvF0j1Z8EiM3xwUHwyThx4S0Bj"

// Require lets only requests with the right bearer token pass.
func Require(next http.Handler) http.Handler {
	want := []byte("Bearer " + apiToken)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := []byte(r.Header.Get("Authorization"))
		if subtle.ConstantTimeCompare(got, want) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}
