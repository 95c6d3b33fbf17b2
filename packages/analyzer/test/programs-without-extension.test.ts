import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';

const SERVER = `#!/usr/bin/env python3
import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


class Command:
    def __init__(self, text):
        self.text = text


class Shell(Command):
    def __init__(self, text):
        super().__init__(text)

    def run(self):
        return subprocess.run(self.text, shell=True)


@mcp.tool()
def show(name: str) -> str:
    """Show a note."""
    return str(Shell("cat notes/" + name).run())


if __name__ == "__main__":
    mcp.run()
`;

describe('a Python program', () => {
  it.each(['server.py', 'server', 'bin/server', 'SERVER.PY'])(
    'is recognized under the name %s',
    async (path) => {
      const { report } = await analyze(new Map([[path, Buffer.from(SERVER)]]));
      expect(report.findings.map(({ rule_id }) => rule_id)).toContain('MCP-A001');
    },
  );
});
