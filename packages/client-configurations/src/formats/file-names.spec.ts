import { describe, expect, it } from '@jest/globals';
import { fileNameProblem, readServers } from '../read-servers.js';
import { formatsOfFile, matchesName, WORKSPACE_FILES } from './file-names.js';

describe('the name of a file', () => {
  it.each([
    ['.mcp.json', 'claude-code visual-studio copilot'],
    ['/home/me/shop/.mcp.json', 'claude-code visual-studio copilot'],
    ['./a/.vscode/mcp.json', 'vscode'],
    ['.cursor/mcp.json', 'cursor'],
    ['elsewhere/mcp.json', 'any'],
    [String.raw`C:\Users\me\AppData\Roaming\code\user\mcp.json`, 'vscode'],
    ['/home/me/.codex/config.toml', 'codex'],
    ['config.toml', ''],
    ['shop.code-workspace', 'vscode'],
    ['.devcontainer/node/devcontainer.json', 'vscode'],
    ['.kiro/agents/reviewer.json', 'kiro'],
    ['/home/me/Library/Application Support/Claude/claude_desktop_config.json', 'claude-desktop'],
    ['servers.json', ''],
    ['-', ''],
  ])('%s is that of %s', (path, ids) => {
    expect(
      formatsOfFile(path)
        .map(({ format }) => format.id)
        .join(' '),
    ).toBe(ids);
  });

  it.each([
    ['.MCP.json', '.mcp.json of Claude Code'],
    ['a/.Mcp.JSON', '.mcp.json of Claude Code'],
    ['.vscode/MCP.json', '.vscode/mcp.json of Visual Studio Code'],
    ['.VSCode/mcp.json', '.vscode/mcp.json of Visual Studio Code'],
    ['.codex/Config.toml', '.codex/config.toml of Codex'],
    // File systems of macOS take these letters for s and k, and leave the third one out.
    ['.mcp.j\u017fon', '.mcp.json of Claude Code'],
    ['.\u212Airo/settings/mcp.json', '.kiro/settings/mcp.json of Kiro'],
    ['.mcp\u200d.json', '.mcp.json of Claude Code'],
    // Windows leaves out dots and spaces at the end.
    ['.mcp.json. ', '.mcp.json of Claude Code'],
    ['SHOP.Code-Workspace', '*.code-workspace of Visual Studio Code'],
  ])('%j is refused: it is another file on other systems', (path, other) => {
    expect(fileNameProblem(path)).toContain(other);
    expect(() => readServers(path, '{"mcpServers": {}}')).toThrow(other);
  });

  it.each([...WORKSPACE_FILES.map((file) => file.replaceAll('*', 'x')), 'list.txt', 'x.mcp.json'])(
    '%s is no other one',
    (path) => expect(fileNameProblem(path)).toBeUndefined(),
  );

  it.each([
    ['*.json', 'a.json', true],
    ['*.json', '.json', true],
    ['*.json', 'a.jsonc', false],
    ['a*a', 'a', false],
    ['mcp.json', 'xmcp.json', false],
  ])('%s matches %s: %s', (pattern, name, matches) => expect(matchesName(pattern, name)).toBe(matches));
});
