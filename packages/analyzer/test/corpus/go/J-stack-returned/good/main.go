package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func sumColumn(ctx context.Context, request mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			slog.Error("sum_column panicked", "type", fmt.Sprintf("%T", problem))
			result = mcp.NewToolResultError("the table could not be read")
		}
	}()
	table := request.GetString("table", "")
	if len(table) > 500_000 {
		return mcp.NewToolResultError("the table is too large"), nil
	}
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		return mcp.NewToolResultError("not a CSV table"), nil
	}
	column := request.GetInt("column", 1) - 1
	sum := 0.0
	for _, row := range rows {
		if column < 0 || column >= len(row) {
			return mcp.NewToolResultError("no such column"), nil
		}
		value, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			return mcp.NewToolResultError("a value of the column is no number"), nil
		}
		sum += value
	}
	return mcp.NewToolResultText(strconv.FormatFloat(sum, 'f', 2, 64)), nil
}

func main() {
	s := server.NewMCPServer("table-sums", "1.0.0")
	s.AddTool(mcp.NewTool("sum_column",
		mcp.WithDescription("Sum a column of a CSV table"),
		mcp.WithString("table", mcp.Required(), mcp.MaxLength(500000)),
		mcp.WithNumber("column", mcp.Description("Number of the column, from 1"), mcp.Min(1), mcp.Max(100)),
	), sumColumn)
	if err := server.ServeStdio(s); err != nil {
		slog.Error("serve", "error", err)
		os.Exit(1)
	}
}
