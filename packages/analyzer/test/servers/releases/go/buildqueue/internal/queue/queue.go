package queue

import (
	"errors"
	"sync"
)

// ErrFull is returned when no further build is accepted.
var ErrFull = errors.New("the queue is full")

// Queue holds the names of waiting builds.
type Queue struct {
	mu    sync.Mutex
	items []string
	max   int
}

// New makes a queue with room for max builds.
func New(max int) *Queue { return &Queue{max: max} }

// Add puts a build at the end and returns its place.
func (q *Queue) Add(name string) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) >= q.max {
		return 0, ErrFull
	}
	q.items = append(q.items, name)
	return len(q.items), nil
}

// List copies the waiting builds.
func (q *Queue) List() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return append([]string{}, q.items...)
}
