import { describe, expect, it } from '@jest/globals';
import type { Launch } from '../server-entry.js';
import { environmentProblem, launchOfCommand } from './launch-of-command.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** A line as words; no argument of the table has a space. */
const launch = (line: string): Launch => {
  const [command = '', ...args] = line.split(' ');
  return launchOfCommand(command, args);
};

/** `name version`, with `?` behind what is not pinned and `~` behind what can be moved. */
const shownReferences = ({ references, refused }: Launch): string[] => [
  ...references.map(
    ({ name, version, pin }) => `${name} ${version}${{ exact: '', movable: '~', none: '?' }[pin.kind]}`,
  ),
  ...(refused === undefined ? [] : [`refused: ${refused}`]),
];

describe('launchOfCommand', () => {
  it.each([
    ['npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['npx --yes @scope/name@1.2.3 --flag /folder', 'npm:@scope/name 1.2.3'],
    ['npx -y -- name@v1.2.3-rc.1', 'npm:name 1.2.3-rc.1'],
    ['npx.cmd --package=@scope/name@1.2.3 -- start', 'npm:@scope/name 1.2.3'],
    ['npx -p a@1.0.0 -p b@2.0.0 start', 'npm:a 1.0.0,npm:b 2.0.0'],
    ['npm exec --yes -- name@1.2.3', 'npm:name 1.2.3'],
    ['npm x name@1.2.3 --yes', 'npm:name 1.2.3'],
    ['pnpm dlx name@1.2.3', 'npm:name 1.2.3'],
    ['pnpm --package=name@1.2.3 dlx start', 'npm:name 1.2.3'],
    ['pnpx name@1.2.3', 'npm:name 1.2.3'],
    ['yarn dlx -q name@1.2.3', 'npm:name 1.2.3'],
    ['bunx --bun name@1.2.3', 'npm:name 1.2.3'],
    ['bun x name@1.2.3', 'npm:name 1.2.3'],
    ['/usr/local/bin/npx -y name@1.2.3', 'npm:name 1.2.3'],
    [`npx github:owner/repo#${COMMIT}`, `https://github.com/owner/repo ${COMMIT}`],
    ['npx owner/repo#v1.2.3', 'https://github.com/owner/repo 1.2.3~'],
    [`npx git+https://gitlab.com/owner/repo.git#${COMMIT}`, `https://gitlab.com/owner/repo ${COMMIT}`],
    [
      'npx -y mcp-remote@0.1.29 https://mcp.example.com/sse?key=1 --header X:y',
      'npm:mcp-remote 0.1.29,https://mcp.example.com/sse latest',
    ],
    ['cmd /c npx -y name@1.2.3 C:\\Users\\me', 'npm:name 1.2.3'],
    ['cmd.exe /d /s /C npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['env TOKEN=x MODE=y npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['uvx name==1.2.3', 'pypi:name 1.2.3'],
    ['uvx name@1.2.3 --repository /x', 'pypi:name 1.2.3'],
    ['uvx --python 3.12 --from name[cli]==1.2.3 start', 'pypi:name 1.2.3'],
    ['uvx --with extra==2.0 name==1.2.3', 'pypi:name 1.2.3,pypi:extra 2.0'],
    ['uv tool run name==1.2.3', 'pypi:name 1.2.3'],
    ['uv --quiet run --with mcp-server-fetch==1.2.3 mcp_server_fetch', 'pypi:mcp-server-fetch 1.2.3'],
    [
      `uvx --from git+https://github.com/owner/repo@${COMMIT}#subdirectory=src/files start`,
      `https://github.com/owner/repo#src/files ${COMMIT}`,
    ],
    ['uvx --from git+https://github.com/owner/repo.git@v1.2.3 start', 'https://github.com/owner/repo 1.2.3~'],
    ['pipx run name==1.2.3', 'pypi:name 1.2.3'],
    ['pipx run --spec name==1.2.3 start', 'pypi:name 1.2.3'],
    [`docker run -i --rm -e TOKEN ghcr.io/owner/image@${DIGEST}`, `ghcr.io/owner/image@${DIGEST} latest`],
    [`docker run -it --rm -v/a:/b --env=A=b host:5000/i:1.0@${DIGEST} x`, `host:5000/i@${DIGEST} latest`],
    [`podman run -i --mount type=bind,src=/a,dst=/b mcp/image@${DIGEST}`, `mcp/image@${DIGEST} latest`],
    [
      'go run github.com/owner/repo/cmd/server@v1.2.3 stdio',
      'https://github.com/owner/repo#cmd/server 1.2.3',
    ],
    ['go run github.com/owner/repo/v2@v2.0.1', 'https://github.com/owner/repo 2.0.1'],
    [
      'go run github.com/owner/repo@v0.0.0-20240102030405-0123456789ab',
      'https://github.com/owner/repo 0123456789ab',
    ],
  ])('%s runs %s', (line, expected) => {
    const found = launch(line);
    expect({ references: shownReferences(found).join(), local: found.local }).toEqual({
      references: expected,
      local: undefined,
    });
  });

  it.each([
    ['npx -y name', 'npm:name latest?', 'name@'],
    ['npx -y @scope/name@latest', 'npm:@scope/name latest?', '@scope/name@'],
    ['npx name@^1.2.3', 'npm:name latest?', 'name@'],
    ['npx name@1.2', 'npm:name latest?', 'name@'],
    ['npx owner/repo', 'https://github.com/owner/repo latest?', 'https://github.com/owner/repo@'],
    ['npx owner/repo#main', 'https://github.com/owner/repo latest?', 'https://github.com/owner/repo@'],
    ['uvx name', 'pypi:name latest?', 'name=='],
    ['uvx name@latest', 'pypi:name latest?', 'name=='],
    ['uvx --from name>=1.2 start', 'pypi:name latest?', 'name=='],
    ['uvx name==1.*', 'pypi:name latest?', 'name=='],
    ['pipx run name', 'pypi:name latest?', 'name=='],
    [
      'go run github.com/owner/repo/cmd@latest',
      'https://github.com/owner/repo#cmd latest?',
      'github.com/owner/repo/cmd@v',
    ],
  ])('%s pins no version', (line, expected, prefix) => {
    const found = launch(line);
    expect(shownReferences(found)).toEqual([expected]);
    expect(found.references[0]?.pin).toEqual({ kind: 'none', prefix });
  });

  it.each([
    ['docker run -i mcp/image', 'no digest is pinned; use mcp/image@sha256:…'],
    [
      'docker run -i mcp/image:1.0',
      'no digest is pinned, and the tag 1.0 can be moved; use mcp/image@sha256:…',
    ],
    ['docker run --unknown x mcp/image', 'the option --unknown is not understood'],
    [`docker run --entrypoint sh i@${DIGEST}`, 'the option --entrypoint starts another program of the image'],
    ['docker --context far run image', 'docker without "run" as its first argument is not understood'],
    ['npx --registry http://evil name@1.2.3', /^the option --registry takes packages from another registry/],
    [
      'npm exec name@1.2.3 --registry=http://evil',
      /^the option --registry takes packages from another registry/,
    ],
    ['npx -c npx_anything', 'the option -c runs a line of a shell'],
    ['npx --strange value name@1.2.3', 'the option --strange is not understood'],
    ['npx name@npm:other@1.2.3', 'name@npm:other@1.2.3 is not a package with a version, as name@1.2.3'],
    [
      'npx https://evil.example/a.tgz',
      'https://evil.example/a.tgz is not a package with a version, as name@1.2.3',
    ],
    ['npx -y', 'no package is named'],
    ['npx -y mcp-remote@1.0.0 ${url}', 'the address of the server is not a URL'],
    ['uvx --index-url http://evil name==1.2.3', /^the option --index-url takes packages from another index/],
    ['uvx --from git+https://user:pw@github.com/o/r@v1.0.0 x', /is not a package with a version/],
    ['uvx --from git+ssh://git@github.com/o/r x', /is not a package with a version/],
    ['go run -exec sh github.com/o/r@v1.0.0', 'the option -exec runs the program by another one'],
    ['go run example.com/x@v1.0.0', /is not on github.com, gitlab.com or bitbucket.org$/],
    ['cmd /c npx -y name@1.2.3 & evil', 'it is a line for a shell, which may run anything'],
    [
      'env npm_config_registry=http://evil npx name@1.2.3',
      'the variable npm_config_registry changes what runs',
    ],
    ['env -S npx', 'the option -S of env is not understood'],
    ['deno run npm:name@1.2.3', 'what deno runs is not understood'],
    ['sudo npx name@1.2.3', 'what sudo runs is not understood'],
    [`${'env '.repeat(6)}npx name@1.2.3`, 'the command is behind too many wrappers'],
  ])('refuses %s', (line, reason) => {
    const { refused, local, references } = launch(line);
    expect({ local, references }).toEqual({ local: undefined, references: [] });
    if (typeof reason === 'string') expect(refused).toBe(reason);
    else expect(refused).toMatch(reason);
  });

  it.each([
    ['node dist/index.js', 'node dist/index.js'],
    ['python -m server', 'python -m'],
    ['./npx -y name@1.2.3', './npx'],
    ['${workspaceFolder}/bin/npx name@1.2.3', '${workspaceFolder}/bin/npx'],
    ['/home/me/npx name@1.2.3', '/home/me/npx'],
    ['npx ./server', './server'],
    ['npm run start', 'npm run'],
    ['uv --directory /x run server.py', 'uv run server.py'],
    ['uvx --from . start', '.'],
    ['docker compose up', 'docker compose'],
    ['go run ./cmd', 'go run ./cmd'],
    ['bash start.sh', 'bash start.sh'],
  ])('%s is a local program', (line, program) => {
    expect(launch(line)).toEqual({ references: [], local: program, warnings: [] });
  });

  it('reads a line for a shell only if it is certain what it runs', () => {
    expect(shownReferences(launchOfCommand('sh', ['-c', 'exec npx -y name@1.2.3 /folder']))).toEqual([
      'npm:name 1.2.3',
    ]);
    expect(shownReferences(launchOfCommand('cmd', ['/c', 'npx -y name@1.2.3']))).toEqual(['npm:name 1.2.3']);
    for (const line of [
      'npx a@1.0.0; evil',
      'npx $(evil)',
      'A=b npx a@1.0.0',
      'npx a@1.0.0\nevil',
      'npx "a"',
    ]) {
      expect(launchOfCommand('sh', ['-c', line]).refused).toBe(
        'it is a line for a shell, which may run anything',
      );
    }
    expect(launchOfCommand('bash', ['-c', 'npx a@1.0.0', 'more']).refused).toMatch(/-c and one command$/);
  });

  it('refuses a command of several words, which some clients split', () => {
    for (const command of ['npx -y name@1.2.3', 'cmd /c npx name', 'sudo npx name', ' npx\tname'])
      expect(launchOfCommand(command, []).refused).toMatch(/^the command has several words/);
    expect(launchOfCommand('C:\\Program Files\\nodejs\\npx.cmd', ['name@1.2.3']).references).toHaveLength(1);
    expect(launchOfCommand('/home/me/My Tools/server', []).local).toBe('/home/me/My Tools/server');
  });

  it('counts what uv adds and the file that it runs', () => {
    const found = launch('uv run --with mcp[cli]==1.2.0 mcp run /home/me/server.py');
    expect(shownReferences(found)).toEqual(['pypi:mcp 1.2.0']);
    expect(found.local).toBe('/home/me/server.py');
  });
});

describe('environmentProblem', () => {
  it.each([
    'npm_config_registry',
    'NPM_CONFIG_REGISTRY',
    'UV_INDEX_URL',
    'PIP_INDEX_URL',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'PATH',
    'GOPROXY',
  ])('names %s', (name) =>
    expect(environmentProblem(['TOKEN', name])).toBe(`the variable ${name} changes what runs`),
  );
  it.each(['GITHUB_TOKEN', 'API_KEY', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'LOG_PATH', 'UV_PYTHON'])(
    'accepts %s',
    (name) => expect(environmentProblem([name])).toBeUndefined(),
  );
});
