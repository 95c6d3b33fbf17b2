import { describe, expect, it } from '@jest/globals';
import { launchOfCommand } from './launch/launch-of-command.js';
import { readServers } from './read-servers.js';
import { startProblems, withEnvironmentFile, type StartFacts } from './start-facts.js';
import type { Launch } from './server-entry.js';

const launch = (line: string): Launch => {
  const [command = '', ...args] = line.split(' ');
  return launchOfCommand(command, args);
};

const configured = (entry: object): Launch => {
  const [server] = readServers('.vscode/mcp.json', JSON.stringify({ servers: { a: entry } }));
  if (server === undefined) throw new Error('there is one');
  return server.launch;
};

const FACTS: Readonly<Record<string, StartFacts>> = {
  'npm:ssh-mcp': { commands: ['ssh-mcp'], variables: ['SSH_HOST'] },
  'npm:supergateway': { commands: ['supergateway'], variables: [] },
  'npm:several': { commands: ['one', 'two'], variables: [] },
  'pypi:tool': { commands: ['tool-server'], variables: ['API_KEY'] },
};

const problems = (found: Launch): string[] => startProblems(found, ({ name }) => FACTS[name]);

describe('commands of packages', () => {
  it.each([
    'npx -y ssh-mcp@1.0.0',
    'npx -y -p ssh-mcp@1.0.0 ssh-mcp',
    'npx -p several@1.0.0 two',
    'npx -p ssh-mcp@1.0.0 -p several@1.0.0 one',
    'pnpm --package=several@1.0.0 dlx one',
    'uvx --from tool==1.0.0 tool-server',
    'uvx unknown==1.0.0',
    'pipx run --spec tool==1.0.0 tool-server',
  ])('are confirmed: %s', (line) => expect(problems(launch(line))).toEqual([]));

  it.each([
    [
      'npx -p ssh-mcp@1.0.0 ssh-agent',
      'ssh-agent is no command of npm:ssh-mcp, so a program of the machine may run; its commands: ssh-mcp',
    ],
    [
      'npx -p several@1.0.0 several',
      'several is no command of npm:several, so a program of the machine may run; its commands: one, two',
    ],
    [
      'uvx tool==1.0.0',
      'tool is no command of pypi:tool, so a program of the machine may run; its commands: tool-server',
    ],
    [
      // The command of a dependency is that of another package, which this reference does not pin.
      'uvx --from tool==1.0.0 --with other==2.0.0 other',
      'other is no command of pypi:tool, so a program of the machine may run; its commands: tool-server',
    ],
    [
      'npx -p unknown@1.0.0 other',
      'whether other is a command of npm:unknown is not known; analyze the version again',
    ],
  ])('are not confirmed: %s', (line, problem) => expect(problems(launch(line))).toEqual([problem]));

  it.each(['npx -p ssh-mcp@1.0.0 sh', 'npx -p ssh-mcp@1.0.0 ./run', 'uvx --from tool==1.0.0 python'])(
    'are programs of the machine: %s',
    (line) => expect(launch(line).local).toBeDefined(),
  );
});

describe('variables', () => {
  const npx = { command: 'npx', args: ['-y', 'ssh-mcp@1.0.0'] };

  it('are confirmed when the version reads them, in any case, or when they are harmless', () => {
    const env = { SSH_HOST: 'a', ssh_host: 'b', TZ: 'UTC', LC_ALL: 'C', DEBUG: '*', HTTPS_PROXY: 'x' };
    expect(problems(configured({ ...npx, env }))).toEqual([]);
  });

  it('are confirmed by any package of a chain', () => {
    const chain = ['-y', 'supergateway@3.0.0', '--stdio', 'npx -y ssh-mcp@1.0.0'];
    const found = configured({ command: 'npx', args: chain, env: { SSH_HOST: 'a' } });
    expect(found.references.map(({ name }) => name)).toEqual(['npm:supergateway', 'npm:ssh-mcp']);
    expect(problems(found)).toEqual([]);
  });

  it('are not confirmed when no package of the chain reads them', () => {
    expect(problems(configured({ ...npx, env: { SSH_HOST: 'a', GREETING: 'b', OTHER: 'c' } }))).toEqual([
      'npm:ssh-mcp does not read GREETING, OTHER, which may change another program that starts; remove them, or name them in the launch settings',
    ]);
  });

  it('are not confirmed without an analysis that says which', () => {
    const entry = { command: 'npx', args: ['unknown@1.0.0'], env: { SSH_HOST: 'a' } };
    expect(problems(configured(entry))).toEqual([
      'whether npm:unknown reads SSH_HOST is not known; analyze the version again, or name them in its launch settings',
    ]);
  });

  it.each([
    ['a wrapper', launch('env GREETING=x npx -y ssh-mcp@1.0.0')],
    ['another wrapper', launch('npx -y cross-env@7.0.3 GREETING=x npx -y ssh-mcp@1.0.0')],
    ['a container', launch(`docker run -e GREETING i@sha256:${'a'.repeat(64)}`)],
  ])('count at each place: %s', (_what, found) => {
    expect(found.variables).toEqual(['GREETING']);
    expect(problems(found)).toHaveLength(1);
  });

  it('of a program of the machine are whatever it reads', () => {
    expect(problems(configured({ command: 'node', args: ['a.js'], env: { GREETING: 'x' } }))).toEqual([]);
  });
});

describe('files of variables', () => {
  const found = configured({ command: 'npx', args: ['-y', 'ssh-mcp@1.0.0'], envFile: '.env' });

  it('are a problem until they are read', () => {
    expect(problems(found)).toEqual(['the file .env was not read; a variable in it may change what runs']);
    expect(problems(launch(`docker run --env-file x.env i@sha256:${'a'.repeat(64)}`))).toEqual([
      'the file x.env was not read; a variable in it may change what runs',
    ]);
  });

  it('are judged as other variables are', () => {
    const read = (text: string): Launch => withEnvironmentFile(found, '.env', text);
    expect(problems(read('# comment\n\nexport SSH_HOST="a b"\nTZ=UTC\n'))).toEqual([]);
    expect(problems(read('GREETING=x'))).toHaveLength(1);
    expect(read('NODE_OPTIONS=-r ./x').refused).toBe('.env: the variable NODE_OPTIONS changes what runs');
    expect(problems(read('what is this'))).toEqual([
      'the file .env was not read; a variable in it may change what runs',
    ]);
  });
});

it('shows names without what terminals act on', () => {
  const found = configured({ command: 'npx', args: ['ssh-mcp@1.0.0'], envFile: 'a\u001b[31m' });
  expect(problems(found).join()).not.toContain('\u001b');
});
