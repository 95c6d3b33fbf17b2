import { describe, expect, it } from '@jest/globals';
import { inGo, inPython, inScript } from './support/tool-bodies.js';

const SHELL = ['MCP-A001 critical'];
const NOTHING: string[] = [];

describe('a value in a here-document whose delimiter it does not contain', () => {
  it.each<[string, string, string[]]>([
    [
      'is checked',
      "if (host.includes('END_X')) return; execSync(`cat > f <<'END_X'\\n${host}\\nEND_X`);",
      NOTHING,
    ],
    ['is not checked', "execSync(`cat > f <<'END_X'\\n${host}\\nEND_X`);", SHELL],
    [
      'is checked for another one',
      "if (host.includes('END_Y')) return; execSync(`cat > f <<'END_X'\\n${host}\\nEND_X`);",
      SHELL,
    ],
    [
      'is expanded by the shell',
      "if (host.includes('END_X')) return; execSync(`cat > f <<END_X\\n${host}\\nEND_X`);",
      SHELL,
    ],
    [
      'follows its end',
      "if (host.includes('END_X')) return; execSync(`cat > f <<'END_X'\\nx\\nEND_X\\n${host}`);",
      SHELL,
    ],
    [
      'is used after it, too',
      "if (host.includes('END_X')) return; execSync(`cat > f <<'END_X'\\n${host}\\nEND_X\\nls ${host}`);",
      SHELL,
    ],
    [
      'changes after the check',
      "if (host.includes('END_X')) return; execSync(`cat > f <<'END_X'\\n${host.replace('-', '')}\\nEND_X`);",
      SHELL,
    ],
    [
      'is only logged',
      "if (host.includes('END_X')) console.error('no'); execSync(`cat > f <<'END_X'\\n${host}\\nEND_X`);",
      SHELL,
    ],
  ])('%s', async (_, body, findings) => {
    expect(await inScript(body)).toEqual(findings);
  });
});

describe('a value within quotes that it does not contain', () => {
  it.each<[string, string, string[]]>([
    ['is checked', `if (host.includes("'")) return; execSync(\`ls '\${host}'\`);`, NOTHING],
    ['is checked for others', `if (host.includes('"')) return; execSync(\`ls '\${host}'\`);`, SHELL],
    ['is within double quotes', `if (host.includes('"')) return; execSync(\`ls "\${host}"\`);`, SHELL],
    ['is beside the quotes', `if (host.includes("'")) return; execSync(\`ls 'x' \${host}\`);`, SHELL],
    ['is the command', `if (host.includes("'")) return; execSync(\`'\${host}'\`);`, SHELL],
  ])('%s', async (_, body, findings) => {
    expect(await inScript(body)).toEqual(findings);
  });

  it('is checked in Python', async () => {
    const body = 'subprocess.run(f"ls \'{host}\'", shell=True)';
    expect(await inPython(`if "'" in host:\n    raise ValueError()\n${body}`)).toEqual(NOTHING);
    expect(await inPython(body)).toEqual(SHELL);
  });

  it('is checked in Go', async () => {
    const body = '\texec.Command("sh", "-c", "ls \'"+host+"\'").Run()';
    const check = '\tif strings.Contains(host, "\'") { return nil, nil }\n';
    expect(await inGo(check + body, '', '\t"strings"')).toEqual(NOTHING);
    expect(await inGo(body)).toEqual(SHELL);
  });
});
