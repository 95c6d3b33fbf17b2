import { analyze } from '../../src/analysis/analyze.js';
import type { AnalysisReport } from '../../src/report/report.js';

const MODULE = 'module example.com/server\n\ngo 1.24\n';

/** The report of a single-file Go server. */
export async function reportOfGo(source: string): Promise<AnalysisReport> {
  const encoder = new TextEncoder();
  const files = new Map([
    ['go.mod', encoder.encode(MODULE)],
    ['main.go', encoder.encode(source)],
  ]);
  return (await analyze(files)).report;
}

const imported = (imports: string): string =>
  imports
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => `import "${each}"`)
    .join('\n');

/** A file that imports these and the two packages of mcp-go. */
export const goFile = (imports: string, ...declarations: readonly string[]): string =>
  [
    'package main',
    'import "context"',
    'import "github.com/mark3labs/mcp-go/mcp"',
    'import "github.com/mark3labs/mcp-go/server"',
    imported(imports),
    ...declarations,
  ].join('\n');

/** A server with one tool whose handler uses its parameter `x`. */
export const goServer = (imports: string, before: string, ...body: readonly string[]): string =>
  goFile(
    imports,
    before,
    'func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {',
    '\tx := request.GetString("name", "")',
    ...body.map((line) => `\t${line}`),
    '\treturn mcp.NewToolResultText("done"), nil',
    '}',
    'func main() {',
    '\ts := server.NewMCPServer("x", "1")',
    '\ts.AddTool(mcp.NewTool("lookup_item", mcp.WithDescription("Looks an item up"), mcp.WithString("name")), handle)',
    '\tserver.ServeStdio(s)',
    '}',
  );

/** The rules of some classes with findings, each once. */
export async function rulesOf(source: string, classes: RegExp): Promise<string[]> {
  const { findings } = await reportOfGo(source);
  return [...new Set(findings.map(({ rule_id }) => rule_id).filter((id) => classes.test(id)))].sort();
}
