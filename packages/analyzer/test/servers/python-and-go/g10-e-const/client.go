package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"
)

const slackToken = "xoxb-284719203847-5529103847261-aKz8QmW2vLpT6cRyN4bHfG1s"

func users(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://slack.com/api/users.list", nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+slackToken)
	client := &http.Client{Timeout: 10 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("slack: %w", err)
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
