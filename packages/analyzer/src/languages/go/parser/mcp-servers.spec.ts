import { describe, expect, it } from '@jest/globals';
import type { Statement } from '../../../ir/program.js';
import { parseGo } from './parse-go.js';

const MARK3LABS = `package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("shell", "1.0.0", server.WithToolCapabilities(true))
	s.AddTool(mcp.NewTool("run",
		mcp.WithDescription("Runs a command"),
		mcp.WithString("path", mcp.Required()),
	), runHandler)
	if err := server.ServeStdio(s); err != nil {
		fmt.Printf("Server error: %v\\n", err)
	}
}

// runHandler runs what it is told.
func runHandler(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := request.RequireString("path")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	mode := request.GetString("mode", "fast")
	args, ok := request.Params.Arguments.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("no arguments")
	}
	name := args["name"].(string)
	out, err := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("cat %s %s %s", path, mode, name)).Output()
	return mcp.NewToolResultText(string(out)), err
}
`;

const OFFICIAL = `package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type SayHiParams struct {
	Name string \`json:"name" jsonschema:"the person to greet"\`
}

func SayHi(ctx context.Context, req *mcp.CallToolRequest, args SayHiParams) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: "Hi " + args.Name}},
	}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet", Description: "say hi"}, SayHi)
	mcp.AddTool[SayHiParams, any](server, &mcp.Tool{Name: "again"}, func(ctx context.Context, req *mcp.CallToolRequest, args SayHiParams) (*mcp.CallToolResult, any, error) {
		return SayHi(ctx, req, args)
	})
	server.Run(context.Background(), &mcp.StdioTransport{})
}
`;

const name = (text: string) => ({ kind: 'name', name: text });
const constant = (value: unknown) => ({ kind: 'constant', value });
const member = (object: string, property: string) => ({ kind: 'member', object: name(object), property });
const call = (callee: object, ...values: object[]) => ({
  kind: 'call',
  callee,
  arguments: values.map((value) => ({ value })),
});

async function functionsOf(source: string): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const { module, problem } = await parseGo('main.go', source);
  expect(problem).toBeUndefined();
  return new Map(
    module.body.flatMap((node) =>
      node.kind === 'function' ? [[node.function.name, node.function.body] as const] : [],
    ),
  );
}

describe('MCP servers in Go', () => {
  it('reads the tools of mark3labs/mcp-go', async () => {
    const functions = await functionsOf(MARK3LABS);
    const tool = call(
      member('mcp', 'NewTool'),
      constant('run'),
      call(member('mcp', 'WithDescription'), constant('Runs a command')),
      call(member('mcp', 'WithString'), constant('path'), call(member('mcp', 'Required'))),
    );
    expect(functions.get('main')?.[1]).toMatchObject({
      line: 14,
      endLine: 17,
      expression: call(member('s', 'AddTool'), tool, name('runHandler')),
    });
  });

  it('reads what a handler of mark3labs/mcp-go does with its arguments', async () => {
    const handler = (await functionsOf(MARK3LABS)).get('runHandler');
    const [path, , mode, args, , named, output] = handler ?? [];
    expect(path).toMatchObject({
      kind: 'declare',
      target: { items: [{ value: { name: 'path' } }, { value: { name: 'err' } }] },
      value: call(member('request', 'RequireString'), constant('path')),
    });
    expect(mode).toMatchObject({
      target: { name: 'mode' },
      value: call(member('request', 'GetString'), constant('mode'), constant('fast')),
    });
    expect(args).toMatchObject({
      target: { kind: 'items' },
      value: {
        kind: 'cast',
        value: { kind: 'member', property: 'Arguments' },
        type: { object: name('map') },
      },
    });
    expect(named).toMatchObject({
      value: { kind: 'cast', value: member('args', 'name'), type: name('string') },
    });
    const text = call(
      member('fmt', 'Sprintf'),
      constant('cat %s %s %s'),
      name('path'),
      name('mode'),
      name('name'),
    );
    const command = call(member('exec', 'CommandContext'), name('ctx'), constant('sh'), constant('-c'), text);
    expect(output).toMatchObject({ value: call({ kind: 'member', object: command, property: 'Output' }) });
  });

  it('reads the tools of the official SDK', async () => {
    const main = (await functionsOf(OFFICIAL)).get('main');
    const entry = (key: string, value: string) => ({ key: constant(key), value: constant(value) });
    const literal = (...entries: object[]) => ({ kind: 'object', type: member('mcp', 'Tool'), entries });
    expect(main?.[1]).toMatchObject({
      expression: call(
        member('mcp', 'AddTool'),
        name('server'),
        literal(entry('Name', 'greet'), entry('Description', 'say hi')),
        name('SayHi'),
      ),
    });
    expect(main?.[2]).toMatchObject({
      expression: call(member('mcp', 'AddTool'), name('server'), literal(entry('Name', 'again')), {
        kind: 'function',
        function: { parameters: [{}, {}, { pattern: { name: 'args' }, type: name('SayHiParams') }] },
      }),
    });
  });

  it('reads the arguments that a tool of the official SDK takes', async () => {
    const { module } = await parseGo('main.go', OFFICIAL);
    expect(module.body[2]).toMatchObject({
      kind: 'class',
      class: {
        name: 'SayHiParams',
        fields: [
          {
            name: 'Name',
            type: name('string'),
            value: constant('json:"name" jsonschema:"the person to greet"'),
          },
        ],
      },
    });
    expect(module.body[3]).toMatchObject({
      function: {
        parameters: [
          { pattern: { name: 'ctx' }, type: member('context', 'Context') },
          { pattern: { name: 'req' }, type: member('mcp', 'CallToolRequest') },
          { pattern: { name: 'args' }, type: name('SayHiParams') },
        ],
        result: { items: [{ value: member('mcp', 'CallToolResult') }, {}, {}] },
      },
    });
  });
});
