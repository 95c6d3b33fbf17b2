import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The lines of findings about unencrypted secrets in a file. */
async function linesOf(file: string, text: string): Promise<number[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ rule_id }) => rule_id === 'MCP-I001')
    .map(({ location }) => location.start_line);
}

const py = (...lines: string[]): Promise<number[]> =>
  linesOf(
    'server.py',
    [
      'import json, os, stat, httpx, pickle; from pathlib import Path; from mcp.server.fastmcp import FastMCP; mcp = FastMCP("x")',
      ...lines,
    ].join('\n'),
  );
const inTool = (...lines: string[]): Promise<number[]> =>
  py(
    '@mcp.tool()',
    'def sign_in(code: str) -> str:',
    '    """Signs in."""',
    ...lines.map((line) => `    ${line}`),
    '    return "ok"',
  );
const js = (...lines: string[]): Promise<number[]> =>
  linesOf(
    'index.js',
    [
      'import fs from "node:fs"; import os from "node:os"; import path from "node:path"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; const server = new McpServer({ name: "x", version: "1" });',
      ...lines,
    ].join('\n'),
  );
const go = (mode: string): Promise<number[]> =>
  linesOf(
    'main.go',
    `package main
import ("encoding/json"; "os"; "golang.org/x/oauth2")
func save(file string, grant *oauth2.Token) error {
	data, err := json.Marshal(grant)
	if err != nil { return err }
	return os.WriteFile(file, data, ${mode})
}
func main() { var grant oauth2.Token; save("state", &grant) }
`,
  );

describe('a credential written in clear', () => {
  it('is the result of a sign-in', async () => {
    await expect(
      inTool(
        'grant = flow.run_local_server(port=0)',
        'with open("state", "w") as out:',
        '    out.write(grant.to_json())',
      ),
    ).resolves.toEqual([7]);
  });

  it('is the answer of a token endpoint', async () => {
    await expect(
      inTool(
        'answer = httpx.post("https://auth.example.com/oauth/token", data={"code": code}, timeout=5)',
        'Path("state").write_text(json.dumps(answer.json()))',
      ),
    ).resolves.toEqual([6]);
  });

  it.each([
    ['a variable', 'Path("state").write_text(json.dumps(credentials))'],
    ['a field', 'Path("state").write_text(json.dumps({"refresh_token": renewed(code)}))'],
    ['a field of an object', 'Path("state").write_text(session.access_token)'],
    ['a file', 'pickle.dump(flow.result(), open("token.pickle", "wb"))'],
    [
      'a file opened before',
      'with open(Path.home() / "credentials.json", "w") as out:\n        json.dump(flow.result(), out)',
    ],
  ])('is recognized by name: %s', async (_, line) => {
    await expect(inTool(line)).resolves.toHaveLength(1);
  });

  it('is reported in JavaScript', async () => {
    await expect(
      js(
        'async function save(client, code) {',
        '  const { tokens } = await client.getToken(code);',
        '  fs.writeFileSync(path.join(os.homedir(), ".x"), JSON.stringify(tokens));',
        '}',
        'save(client, "a");',
      ),
    ).resolves.toEqual([4]);
  });

  it('is recognized by its type in Go', async () => {
    await expect(go('0o644')).resolves.toEqual([6]);
  });
});

describe('is not reported', () => {
  it.each([
    [
      'mode 600',
      'with os.fdopen(os.open("token.json", os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:\n        out.write(creds.to_json())',
    ],
    [
      'rights narrowed after',
      'Path("token.json").write_text(creds.to_json())\n    os.chmod("token.json", stat.S_IRUSR | stat.S_IWUSR)',
    ],
    ['an umask', 'os.umask(0o077)\n    Path("token.json").write_text(creds.to_json())'],
    [
      'a folder with mode 700',
      'Path("a").mkdir(mode=0o700)\n    Path("a/token.json").write_text(creds.to_json())',
    ],
    [
      'encryption',
      'sealed = box.encrypt(creds.to_json().encode())\n    Path("token.json").write_bytes(sealed)',
    ],
    ['a constant', 'Path("token.json").write_text("{}")'],
    ['a field that describes it', 'Path("state").write_text(str(creds.expiry))'],
    ['lexical tokens', 'Path("tokens.json").write_text(json.dumps(tokens))'],
    ['design tokens', 'Path("design-tokens.json").write_text(json.dumps(palette()))'],
    ['a placeholder', 'Path("state").write_text(json.dumps({"access_token": None, "expires": code}))'],
  ])('%s', async (_, line) => {
    await expect(inTool(line)).resolves.toEqual([]);
  });

  it('with a mode in a named constant', async () => {
    await expect(
      js(
        'const MODE = 0o600;',
        'function save(credentials) {',
        '  fs.writeFileSync("token.json", JSON.stringify(credentials), { mode: MODE });',
        '}',
        'save(read());',
      ),
    ).resolves.toEqual([]);
  });

  it('in Go with mode 600', async () => {
    await expect(go('0o600')).resolves.toEqual([]);
  });
});
