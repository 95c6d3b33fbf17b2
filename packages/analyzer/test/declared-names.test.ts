import { describe, expect, it } from '@jest/globals';
import { bundle, manifest, NODE, reportOf } from './support/mcp-bundle.js';

const JAVASCRIPT = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'x', version: '1.0.0' });
const done = async () => ({ content: [] });
server.registerTool('look', { description: 'Looks.' }, done);
`;
const PYTHON = `from mcp.server.fastmcp import FastMCP
mcp = FastMCP("x")

@mcp.prompt()
def greet() -> str:
    """Greets."""
    return "Hello"

@mcp.prompt(name="part")
def other() -> str:
    return "Bye"
`;

async function namesOf(code: string, more: object) {
  const { mcpb, mcp_surface: surface } = await reportOf(
    bundle(manifest(NODE, more), { 'server/index.mjs': code }),
  );
  return {
    tools: mcpb.tools,
    prompts: mcpb.prompts,
    offered: surface.offered?.prompts.map(({ name }) => name),
  };
}

async function promptsOfPython(...names: string[]) {
  const config = { command: 'python', args: ['${__dirname}/server/main.py'] };
  const document = manifest(config, { prompts: names.map((name) => ({ name, text: 'x' })) }, 'python');
  const server = { ...document.server, entry_point: 'server/main.py' };
  const { mcpb, mcp_surface: surface } = await reportOf(
    bundle({ ...document, server }, { 'server/main.py': PYTHON }),
  );
  return { prompts: mcpb.prompts, offered: surface.offered?.prompts.map(({ name }) => name) };
}

describe('The names in the manifest of an MCP bundle', () => {
  it('are those of prompts of the code that have no text, too', async () => {
    const code = `${JAVASCRIPT}server.registerPrompt('greet', {}, async () => ({ messages: [] }));\n`;
    const { prompts, offered } = await namesOf(code, { prompts: [{ name: 'greet', text: 'Hello' }] });
    expect(prompts).toMatchObject({ only_in_manifest: [], only_in_code: [], unnamed_in_code: false });
    expect(offered).toEqual(['greet']);
  });

  it('are compared with the names of functions that Python registers as prompts', async () => {
    expect(await promptsOfPython('greet', 'gone')).toEqual({
      prompts: {
        declared: ['gone', 'greet'],
        generated: false,
        only_in_manifest: ['gone'],
        only_in_code: ['part'],
        unnamed_in_code: false,
      },
      offered: ['greet', 'part'],
    });
  });

  it('may be those that the code computes', async () => {
    const code = `${JAVASCRIPT}for (const name of process.argv) server.registerTool(name, { description: 'Any.' }, done);
server.server.setRequestHandler(GetPromptRequestSchema, async (request) => ({ messages: [] }));\n`;
    const { tools, prompts } = await namesOf(code, {
      tools: [{ name: 'look' }, { name: 'gone' }],
      prompts: [{ name: 'greet', text: 'Hello' }],
    });
    expect(tools).toMatchObject({ only_in_manifest: ['gone'], only_in_code: [], unnamed_in_code: true });
    expect(prompts).toMatchObject({ only_in_manifest: ['greet'], unnamed_in_code: true });
  });
});
