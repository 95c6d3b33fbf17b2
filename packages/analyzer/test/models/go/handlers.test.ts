import { describe, expect, it } from '@jest/globals';
import { goFile, reportOfGo } from '../../support/go-server.js';

const UNSAFE = 'exec.CommandContext(ctx, "sh", "-c", "git log "+ref)';
const SAFE = 'exec.CommandContext(ctx, "git", "log", "--", ref)';

const helper = (command: string): string =>
  `func gitLog(ctx context.Context, ref string) (string, error) {\n\tout, err := ${command}.Output()\n\treturn string(out), err\n}`;

const HANDLER =
  'ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\tout, err := gitLog(ctx, request.GetString("ref", ""))\n\treturn mcp.NewToolResultText(out), err\n}';
const IDLE =
  'func clean(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\treturn mcp.NewToolResultText("ok"), nil\n}';
const LOG = 'mcp.NewTool("git_log", mcp.WithDescription("The log"), mcp.WithString("ref"))';
const CLEAN = 'mcp.NewTool("clean", mcp.WithDescription("Nothing"))';
const ARGS = 'type Args struct {\n\tRef string `json:"ref"`\n\tDepth int `json:"depth"`\n}';
const SDK = 'github.com/modelcontextprotocol/go-sdk/mcp';

const main = (...body: readonly string[]): string =>
  ['func main() {', '\ts := server.NewMCPServer("x", "1")', ...body, '\tserver.ServeStdio(s)', '}'].join(
    '\n',
  );
const sdkMain = (...body: readonly string[]): string =>
  ['func main() {', '\ts := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)', ...body, '}'].join('\n');

const reflective = [
  ARGS,
  'type Tool struct {\n\tTool mcp.Tool\n\tHandler server.ToolHandlerFunc\n}',
  'func (t *Tool) Register(s *server.MCPServer) { s.AddTool(t.Tool, t.Handler) }',
  'func MustTool[T any](name, description string, f func(context.Context, T) (string, error)) Tool {',
  '\ttool, handler, err := convert(name, description, f)',
  '\tif err != nil { panic(err) }',
  '\treturn Tool{Tool: tool, Handler: handler}\n}',
  'func convert[T any](name, description string, f func(context.Context, T) (string, error)) (mcp.Tool, server.ToolHandlerFunc, error) {',
  '\tvalue := reflect.ValueOf(f)',
  '\tif value.Kind() != reflect.Func { return mcp.Tool{}, nil, errors.New("no function") }',
  '\thandler := func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
  '\t\traw, err := json.Marshal(request.Params.Arguments)',
  '\t\tif err != nil { return nil, err }',
  '\t\targs := reflect.New(value.Type().In(1)).Interface()',
  '\t\tif err := json.Unmarshal(raw, args); err != nil { return nil, err }',
  '\t\tout := value.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(args).Elem()})',
  '\t\treturn mcp.NewToolResultText(out[0].String()), nil\n\t}',
  '\treturn mcp.Tool{Name: name, Description: description}, handler, nil\n}',
  'func log(ctx context.Context, args Args) (string, error) { return gitLog(ctx, args.Ref) }',
  'var Log = MustTool("git_log", "The log", log)',
].join('\n');

const generic = [
  'func param[T comparable](r mcp.CallToolRequest, name string) (T, error) {',
  '\tvar zero T',
  '\tif _, ok := r.GetArguments()[name]; !ok { return zero, errors.New("missing") }',
  '\tvalue, ok := r.GetArguments()[name].(T)',
  '\tif !ok { return zero, errors.New("of another type") }',
  '\treturn value, nil\n}',
  'func logTool() (mcp.Tool, server.ToolHandlerFunc) {',
  `\treturn ${LOG}, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {`,
  '\t\tref, err := param[string](request, "ref")',
  '\t\tif err != nil { return nil, err }',
  '\t\tout, err := gitLog(ctx, ref)',
  '\t\treturn mcp.NewToolResultText(out), err\n\t}\n}',
].join('\n');

const toolset = [
  IDLE,
  'type set struct { name string; tools []server.ServerTool }',
  'func one(tool mcp.Tool, handler server.ToolHandlerFunc) server.ServerTool { return server.ServerTool{Tool: tool, Handler: handler} }',
  'func (t *set) add(tools ...server.ServerTool) *set {\n\tfor _, tool := range tools { t.tools = append(t.tools, tool) }\n\treturn t\n}',
  'func (t *set) register(s *server.MCPServer) {\n\tfor _, tool := range t.tools { s.AddTool(tool.Tool, tool.Handler) }\n}',
  `func cleanTool() (mcp.Tool, server.ToolHandlerFunc) { return ${CLEAN}, clean }`,
].join('\n');

const unmarshalling = [
  ARGS,
  'func typed[T any](f func(context.Context, T) (string, error)) server.ToolHandlerFunc {',
  '\treturn func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
  '\t\tvar args T',
  '\t\traw, err := json.Marshal(request.Params.Arguments)',
  '\t\tif err != nil { return nil, err }',
  '\t\tif err := json.Unmarshal(raw, &args); err != nil { return nil, err }',
  '\t\tout, err := f(ctx, args)',
  '\t\treturn mcp.NewToolResultText(out), err\n\t}\n}',
  'func log(ctx context.Context, args Args) (string, error) { return gitLog(ctx, args.Ref) }',
].join('\n');

type Row = readonly [name: string, tools: readonly string[], imports: string, code: readonly string[]];

const ALONE = ['git_log(ref)'];
const WITH_CLEAN = ['clean()', 'git_log(ref)'];
const STRUCT = ['git_log(ref,depth)'];

/** Servers made with mcp-go. */
const MCP_GO: readonly Row[] = [
  ['by reflection', STRUCT, 'reflect errors encoding/json', [reflective, main('\tLog.Register(s)')]],
  [
    'as a pair',
    ALONE,
    '',
    [`func log(${HANDLER}`, main(`\ts.AddTools(server.ServerTool{Tool: ${LOG}, Handler: log})`)],
  ],
  [
    'in a loop over a list',
    WITH_CLEAN,
    '',
    [
      `${IDLE}\nfunc log(${HANDLER}`,
      `func tools() []server.ServerTool { return []server.ServerTool{{Tool: ${LOG}, Handler: log}, {Tool: ${CLEAN}, Handler: clean}} }`,
      main('\tfor _, t := range tools() { s.AddTool(t.Tool, t.Handler) }'),
    ],
  ],
  [
    'in a loop over a map by their names',
    ['clean(ref)', 'git_log(ref)'],
    '',
    [
      `${IDLE}\nfunc log(${HANDLER}`,
      'var handlers = map[string]server.ToolHandlerFunc{"git_log": log, "clean": clean}',
      main('\tfor name, h := range handlers { s.AddTool(mcp.NewTool(name, mcp.WithDescription("Does it"), mcp.WithString("ref")), h) }'), // prettier-ignore
    ],
  ],
  [
    'as methods of a list of objects',
    WITH_CLEAN,
    '',
    [
      'type tool interface {\n\tDefinition() mcp.Tool\n\tHandle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)\n}',
      `type logTool struct{}\nfunc (*logTool) Definition() mcp.Tool { return ${LOG} }\nfunc (*logTool) Handle(${HANDLER}`,
      `type cleanTool struct{}\nfunc (*cleanTool) Definition() mcp.Tool { return ${CLEAN} }\n${IDLE.replace('func clean', 'func (*cleanTool) Handle')}`,
      main('\tfor _, t := range []tool{&logTool{}, &cleanTool{}} { s.AddTool(t.Definition(), t.Handle) }'),
    ],
  ],
  ['as the results of a function', ALONE, 'errors', [generic, main('\ts.AddTool(logTool())')]],
  [
    'through a set of tools',
    WITH_CLEAN,
    'errors',
    [generic, toolset, main('\t(&set{}).add(one(logTool()), one(cleanTool())).register(s)')],
  ],
  [
    'with bound arguments',
    STRUCT,
    '',
    [
      ARGS,
      'func log(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\tvar args Args\n\tif err := request.BindArguments(&args); err != nil { return nil, err }\n\tout, err := gitLog(ctx, args.Ref)\n\treturn mcp.NewToolResultText(out), err\n}',
      main(
        '\ts.AddTool(mcp.NewTool("git_log", mcp.WithDescription("The log"), mcp.WithInputSchema[Args]()), log)',
      ),
    ],
  ],
  [
    'with typed arguments',
    STRUCT,
    '',
    [
      ARGS,
      'func log(ctx context.Context, request mcp.CallToolRequest, args Args) (*mcp.CallToolResult, error) {\n\tout, err := gitLog(ctx, args.Ref)\n\treturn mcp.NewToolResultText(out), err\n}',
      main(
        '\ts.AddTool(mcp.NewTool("git_log", mcp.WithDescription("The log")), mcp.NewTypedToolHandler(log))',
      ),
    ],
  ],
  [
    'with typed arguments and results',
    STRUCT,
    '',
    [
      ARGS,
      'func log(ctx context.Context, request mcp.CallToolRequest, args Args) (string, error) { return gitLog(ctx, args.Ref) }',
      main(
        '\ts.AddTool(mcp.NewTool("git_log", mcp.WithDescription("The log")), mcp.NewStructuredToolHandler(log))',
      ),
    ],
  ],
  [
    'by a generic function that reads them',
    ALONE,
    'encoding/json',
    [unmarshalling, main(`\ts.AddTool(${LOG}, typed(log))`)],
  ],
  [
    'with a schema in structs',
    ALONE,
    '',
    [
      `func log(${HANDLER}`,
      main('\ts.AddTool(mcp.Tool{Name: "git_log", Description: "The log", InputSchema: mcp.ToolInputSchema{Type: "object", Properties: map[string]any{"ref": map[string]any{"type": "string"}}}}, log)'), // prettier-ignore
    ],
  ],
  [
    'with a schema in a text',
    ALONE,
    'encoding/json',
    [
      `func log(${HANDLER}`,
      main('\ts.AddTool(mcp.NewToolWithRawSchema("git_log", "The log", json.RawMessage(`{"type":"object","properties":{"ref":{"type":"string"}}}`)), log)'), // prettier-ignore
    ],
  ],
  [
    'as a template of a resource',
    [],
    '',
    [
      'func read(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {\n\t_, err := gitLog(ctx, request.Params.URI)\n\treturn nil, err\n}',
      main('\ts.AddResourceTemplate(mcp.NewResourceTemplate("log://{ref}", "log"), read)'),
    ],
  ],
  [
    'as prompts',
    [],
    '',
    [
      'func ask(ctx context.Context, request mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {\n\t_, err := gitLog(ctx, request.Params.Arguments["ref"])\n\treturn nil, err\n}',
      main('\ts.AddPrompts(server.ServerPrompt{Prompt: mcp.NewPrompt("log"), Handler: ask})'),
    ],
  ],
];

const TYPED =
  'req *mcp.CallToolRequest, in Args) (*mcp.CallToolResult, any, error) {\n\t_, err := gitLog(ctx, in.Ref)\n\treturn nil, nil, err\n}';

/** Servers made with the official SDK, and with other libraries. */
const OTHERS: readonly Row[] = [
  [
    'by a generic function with its types',
    STRUCT,
    '',
    [
      `${ARGS}\ntype h struct{}\nfunc (h *h) log(ctx context.Context, ${TYPED}`,
      sdkMain('\tmcp.AddTool[Args, any](s, &mcp.Tool{Name: "git_log", Description: "The log"}, (&h{}).log)'),
    ],
  ],
  [
    'with raw arguments',
    ALONE,
    'encoding/json github.com/google/jsonschema-go/jsonschema',
    [
      `${ARGS}\nfunc log(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\tvar in Args\n\tif err := json.Unmarshal(req.Params.Arguments, &in); err != nil { return nil, err }\n\t_, err := gitLog(ctx, in.Ref)\n\treturn nil, err\n}`,
      sdkMain('\ts.AddTool(&mcp.Tool{Name: "git_log", Description: "The log", InputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"ref": {Type: "string"}}}}, log)'), // prettier-ignore
    ],
  ],
  [
    'with the API before version 1',
    STRUCT,
    '',
    [
      `${ARGS}\nfunc log(ctx context.Context, ss *mcp.ServerSession, params *mcp.CallToolParamsFor[Args]) (*mcp.CallToolResultFor[any], error) {\n\t_, err := gitLog(ctx, params.Arguments.Ref)\n\treturn nil, err\n}`,
      sdkMain('\ts.AddTools(mcp.NewServerTool("git_log", "The log", log))'),
    ],
  ],
];

const GOLANG: Row = [
  'with mcp-golang',
  STRUCT,
  'github.com/metoro-io/mcp-golang',
  [
    `${ARGS}\nfunc log(args Args) (*mcp_golang.ToolResponse, error) {\n\t_, err := gitLog(context.Background(), args.Ref)\n\treturn nil, err\n}`,
    'func main() {\n\ts := mcp_golang.NewServer(nil)\n\ts.RegisterTool("git_log", "The log", log)\n}',
  ],
];

const withSdk = (source: string): string =>
  source
    .replace('github.com/mark3labs/mcp-go/mcp', SDK)
    .replace('import "github.com/mark3labs/mcp-go/server"\n', '');

/** The tools of a server with their parameters, and the findings in its handler. */
async function seen(source: string) {
  const { mcp_surface: surface, findings } = await reportOfGo(source);
  return {
    tools: (surface.tool_details ?? []).map(
      ({ name, parameters }) => `${name}(${parameters.map((each) => each.name).join()})`,
    ),
    rules: findings.map(({ rule_id }) => rule_id).filter((id) => id.startsWith('MCP-A')),
  };
}

describe('the registration of handlers in Go', () => {
  const rows = [
    ...MCP_GO.map((row) => [...row, (source: string) => source] as const),
    ...[...OTHERS, GOLANG].map((row) => [...row, withSdk] as const),
  ];
  it.each(rows)('%s', async (_, tools, imports, code, as) => {
    const source = (command: string): string => as(goFile(`os/exec ${imports}`, helper(command), ...code));
    expect(await seen(source(UNSAFE))).toEqual({ tools, rules: ['MCP-A001'] });
    expect(await seen(source(SAFE))).toEqual({ tools, rules: [] });
  });

  it('trusts the URI of a fixed resource', async () => {
    const read = 'func read(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {\n\t_, err := gitLog(ctx, request.Params.URI)\n\treturn nil, err\n}'; // prettier-ignore
    const source = goFile('os/exec', helper(UNSAFE), read, main('\ts.AddResource(mcp.NewResource("log://main", "log"), read)')); // prettier-ignore
    expect((await seen(source)).rules).toEqual([]);
  });

  it('names an argument that is decoded into a struct by its field', async () => {
    const log =
      'func run(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {\n\tvar in struct{ Command string }\n\t_ = in\n\tvar args Args\n\tif err := json.Unmarshal(req.Params.Arguments, &args); err != nil { return nil, err }\n\tout, err := exec.CommandContext(ctx, "sh", "-c", args.Command).Output()\n\t_ = out\n\treturn nil, err\n}';
    const args = 'type Args struct { Command string `json:"command"` }';
    const source = withSdk(goFile('os/exec encoding/json', args, log, sdkMain('\ts.AddTool(&mcp.Tool{Name: "run_command", Description: "Runs a shell command"}, run)'))); // prettier-ignore
    expect((await seen(source)).rules).toEqual(['MCP-A011']);
  });
});
