import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';
import type { ReportedFinding } from '../../report/report.js';

/** The findings about the environment in the answers of a server. */
async function found(...lines: string[]): Promise<readonly ReportedFinding[]> {
  const head =
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'; const server = new McpServer({ name: 'x', version: '1' });";
  const { report } = await analyze(new Map([['index.js', Buffer.from([head, ...lines].join('\n'))]]));
  return report.findings.filter(({ rule_id }) => rule_id === 'MCP-F001');
}

const answering = (what: string): string[] => [
  "server.tool('facts', 'Answers.', {}, async () => {",
  `  return { content: [{ type: 'text', text: JSON.stringify(${what}) }] };`,
  '});',
];

describe('the whole environment in an answer', () => {
  it('is reported where it is read, with the path to the answer', async () => {
    const [finding, ...others] = await found(
      'const parts = {',
      '  node: () => process.version,',
      '  env: () => ({ ...process.env }),',
      '};',
      ...answering('parts.env()'),
    );
    expect(others).toEqual([]);
    expect(finding?.location).toMatchObject({ file_path: 'index.js', start_line: 4 });
    expect(finding?.trace.at(-1)).toMatchObject({ line: 7, message: 'reaches answer' });
    expect(finding?.mcp_context.tool_name).toBe('facts');
  });

  it('is reported at the answer, where a module only has an alias for it', async () => {
    const findings = await found('const env = process.env;', ...answering('env'));
    expect(findings.map(({ location }) => location.start_line)).toEqual([4]);
  });

  it('is reported at the answer, where the handler calls its reader by name', async () => {
    const findings = await found(
      'const facts = () => ({ env: { ...process.env } });',
      ...answering('facts()'),
    );
    expect(findings.map(({ location }) => location.start_line)).toEqual([4]);
  });

  it('does not include a single requested variable', async () => {
    await expect(
      found(
        'const parts = { env: () => ({ proxy: process.env.HTTPS_PROXY }) };',
        ...answering('parts.env()'),
      ),
    ).resolves.toEqual([]);
  });
});
