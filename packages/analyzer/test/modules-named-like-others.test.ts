import { describe, expect, it } from '@jest/globals';
import { foundIn, type Texts } from './support/code-that-runs.js';
import { pythonServer } from './support/tool-bodies.js';

describe('a module named like one of Python', () => {
  const files = (end: string): Texts => ({
    'pyproject.toml': '[project]\nname = "acme-server"\nversion = "1.0.0"\n',
    'acme/__init__.py': '',
    'acme/server.py': `import json\n${pythonServer('json.run(host)')}${end}`,
    'acme/json.py': 'import os\n\n\ndef run(host):\n    os.system("ping " + host)\n',
  });

  it('is found by a script that starts beside it', async () => {
    expect(await foundIn(files('\nif __name__ == "__main__":\n    mcp.run()\n'))).toEqual(['acme/json.py']);
  });

  it('is not what another module of a package imports', async () => {
    expect(await foundIn(files('\n'))).toEqual([]);
  });
});
