// Package audit notes which tools were called.
package audit

import (
	"log/slog"
	"os"
)

var logger = slog.New(slog.NewJSONHandler(os.Stderr, nil))

// Call notes a call of a tool.
func Call(tool string, details ...string) {
	logger.Info("tool call", "tool", tool, "details", details)
}
