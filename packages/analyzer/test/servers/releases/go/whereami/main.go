package main

import (
	"context"
	"errors"
	"log"
	"os"
	"runtime"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type hostInfo struct {
	Name string `json:"name"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

type settingIn struct {
	Key string `json:"key" jsonschema:"name of the setting, such as LANG or EDITOR"`
}

type settingOut struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

func host(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, hostInfo, error) {
	name, err := os.Hostname()
	if err != nil {
		return nil, hostInfo{}, errors.New("the host name is not known")
	}
	return nil, hostInfo{Name: name, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()}, nil
}

func setting(_ context.Context, _ *mcp.CallToolRequest, in settingIn) (*mcp.CallToolResult, settingOut, error) {
	value, ok := os.LookupEnv(in.Key)
	if !ok {
		return nil, settingOut{}, errors.New("not set")
	}
	return nil, settingOut{Key: in.Key, Value: value}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "whereami", Version: "0.2.0"}, nil)
	ro := &mcp.ToolAnnotations{ReadOnlyHint: true}
	mcp.AddTool(s, &mcp.Tool{Name: "host", Description: "Facts on this machine.", Annotations: ro}, host)
	mcp.AddTool(s, &mcp.Tool{Name: "setting", Description: "A setting of this machine.", Annotations: ro}, setting)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
