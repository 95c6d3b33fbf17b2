import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The lines of findings about secrets on command lines. */
async function linesOf(file: string, ...lines: string[]): Promise<number[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(lines.join('\n'))]]));
  return report.findings
    .filter(({ rule_id }) => rule_id === 'MCP-E006')
    .map(({ location }) => location.start_line);
}

const PYTHON = ['import asyncio, os, subprocess; KEY = os.environ["SITE_PASSWORD"]', 'async def run():'];
const SCRIPT = ["import { execFile } from 'node:child_process'; const key = process.env.SITE_PASSWORD;"];

describe('a secret on a multiline command line', () => {
  it('is reported at its argument', async () => {
    await expect(
      linesOf(
        'a.py',
        ...PYTHON,
        '  await asyncio.create_subprocess_exec(',
        '    "dump",',
        '    "--user=x",',
        '    f"--password={KEY}",',
        '  )',
      ),
    ).resolves.toEqual([6]);
  });

  it('is reported at the item of a list', async () => {
    await expect(
      linesOf(
        'a.py',
        ...PYTHON,
        '  subprocess.run([',
        '    "dump",',
        '    "-p",',
        '    KEY,',
        '  ], check=True, timeout=5)',
      ),
    ).resolves.toEqual([6]);
    await expect(
      linesOf('a.js', ...SCRIPT, "execFile('dump', [", "  '--password',", '  key,', '], { timeout: 5000 });'),
    ).resolves.toEqual([4]);
  });

  it('is reported at the call where the list is created elsewhere', async () => {
    await expect(
      linesOf('a.js', ...SCRIPT, "const words = ['--password', key];", "execFile('dump',", '  words);'),
    ).resolves.toEqual([3]);
  });

  it('is reported by the name of its option, even if its value is unknown', async () => {
    const call = (flag: string): Promise<number[]> =>
      linesOf(
        'a.js',
        ...SCRIPT,
        `export const run = (login) => execFile('copy', ['${flag}', login.pair()], { timeout: 9 });`,
      );
    await expect(call('--creds')).resolves.toEqual([2]);
    await expect(call('--image')).resolves.toEqual([]);
  });

  it('is not reported in the environment', async () => {
    await expect(
      linesOf(
        'a.py',
        ...PYTHON,
        '  await asyncio.create_subprocess_exec(',
        '    "dump",',
        '    env={"SITE_PASSWORD": KEY},',
        '  )',
      ),
    ).resolves.toEqual([]);
  });
});

describe('the description of a secret on a command line', () => {
  const OTHER = ['S3cretPassw0rd', '9x!'].join('-');

  it.each([
    [
      'names the option within the argument',
      `['--pw-is', '${OTHER}', \`--token=\${loadIt()}\`]`,
      /^A secret \(`--token`\) /u,
    ],
    [
      'names the option before the argument',
      `['${OTHER}', '--token', loadIt()]`,
      /^A secret \(`--token`\) /u,
    ],
  ])('%s, and no other argument', async (_, list, expected) => {
    const text = `import { execFile } from 'node:child_process';\nexecFile('ctl', ${list});`;
    const { report } = await analyze(new Map([['a.js', Buffer.from(text)]]));
    const found = report.findings.find(({ rule_id }) => rule_id === 'MCP-E006');
    expect(found?.description).toMatch(expected);
    expect(JSON.stringify(report)).not.toContain(OTHER);
  });

  it('names no option where a shell reads the command', async () => {
    const text = "import { exec } from 'node:child_process';\nexec(`ctl --token=${loadIt()}`);";
    const { report } = await analyze(new Map([['a.js', Buffer.from(text)]]));
    const found = report.findings.find(({ rule_id }) => rule_id === 'MCP-E006');
    expect(found?.description).toMatch(/^A secret becomes /u);
  });
});
