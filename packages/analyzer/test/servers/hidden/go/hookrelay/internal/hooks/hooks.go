// Package hooks keeps the registered hooks.
package hooks

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

const maxHooks = 50

var nameRE = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Hook is one registered hook.
type Hook struct {
	Name   string `json:"name"`
	Target string `json:"target"`
	Event  string `json:"event"`
	Paused bool   `json:"paused"`
}

// Checker decides about targets.
type Checker interface {
	Check(target string) error
}

// Registry is safe for concurrent use.
type Registry struct {
	check Checker
	mu    sync.RWMutex
	hooks map[string]*Hook
	last  map[string]string
}

// NewRegistry makes an empty registry.
func NewRegistry(c Checker) *Registry {
	return &Registry{check: c, hooks: map[string]*Hook{}, last: map[string]string{}}
}

// Put adds a hook, or changes those fields of a known hook that are set.
func (r *Registry) Put(h Hook) error {
	if !nameRE.MatchString(h.Name) {
		return fmt.Errorf("%q is not a hook name", h.Name)
	}
	if h.Event != "" && !nameRE.MatchString(h.Event) {
		return fmt.Errorf("%q is not an event name", h.Event)
	}
	r.mu.Lock()
	defer r.mu.Unlock()

	known, ok := r.hooks[h.Name]
	if !ok {
		if len(r.hooks) >= maxHooks {
			return errors.New("there are too many hooks")
		}
		if err := r.check.Check(h.Target); err != nil {
			return err
		}
		r.hooks[h.Name] = &h
		return nil
	}
	if h.Target != "" {
		known.Target = h.Target
	}
	if h.Event != "" {
		known.Event = h.Event
	}
	known.Paused = h.Paused
	return nil
}

// Remove forgets a hook.
func (r *Registry) Remove(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.hooks[name]
	delete(r.hooks, name)
	delete(r.last, name)
	return ok
}

// List returns the hooks by name.
func (r *Registry) List() []Hook {
	return r.pick(func(Hook) bool { return true })
}

// For returns the hooks that want event.
func (r *Registry) For(event string) []Hook {
	return r.pick(func(h Hook) bool { return !h.Paused && (h.Event == "" || h.Event == event) })
}

func (r *Registry) pick(want func(Hook) bool) []Hook {
	r.mu.RLock()
	defer r.mu.RUnlock()
	out := []Hook{}
	for _, h := range r.hooks {
		if want(*h) {
			out = append(out, *h)
		}
	}
	slices.SortFunc(out, func(a, b Hook) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Note stores the outcome of the last delivery of a hook.
func (r *Registry) Note(name, outcome string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.hooks[name]; ok {
		r.last[name] = outcome
	}
}

// Last returns the outcome of the last delivery of a hook.
func (r *Registry) Last(name string) (string, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	outcome, ok := r.last[name]
	return outcome, ok
}
