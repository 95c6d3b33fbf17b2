import { describe, expect, it } from '@jest/globals';
import type { Launch } from '../server-entry.js';
import { launchOfCommand } from './launch-of-command.js';

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
    ['npx.cmd --package=@scope/name@1.2.3 -- name', 'npm:@scope/name 1.2.3'],
    ['npx -p @a/files@1.0.0 -p bb@2.0.0 files', 'npm:@a/files 1.0.0,npm:bb 2.0.0'],
    ['npm exec --yes -- name@1.2.3', 'npm:name 1.2.3'],
    ['npm x name@1.2.3 --yes', 'npm:name 1.2.3'],
    ['pnpm dlx name@1.2.3', 'npm:name 1.2.3'],
    ['pnpm --package=name@1.2.3 dlx name', 'npm:name 1.2.3'],
    ['npx -p mcp-remote@1.0.0 mcp-remote https://a.example', 'npm:mcp-remote 1.0.0,https://a.example latest'],
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
    ['uvx --python 3.12 --from my-name[cli]==1.2.3 my_name.exe', 'pypi:my-name 1.2.3'],
    ['uvx --with extra==2.0 name==1.2.3', 'pypi:name 1.2.3,pypi:extra 2.0'],
    ['uv tool run name==1.2.3', 'pypi:name 1.2.3'],
    [
      `uvx --from git+https://github.com/owner/repo@${COMMIT}#subdirectory=src/files files`,
      `https://github.com/owner/repo#src/files ${COMMIT}`,
    ],
    ['uvx --from git+https://github.com/owner/repo.git@v1.2.3 repo', 'https://github.com/owner/repo 1.2.3~'],
    ['pipx run name==1.2.3', 'pypi:name 1.2.3'],
    ['mcp-hub run acme/files@1.2.3', 'acme/files 1.2.3'],
    ['mcp-hub run acme/files@1.2.3 --sandbox --allow-read /srv -- --flag', 'acme/files 1.2.3'],
    ['mcp-hub run npm:@acme/files@1.2.3 -- /srv', 'npm:@acme/files 1.2.3'],
    ['mcp-hub run pypi:files==1.2.3', 'pypi:files 1.2.3'],
    [`mcp-hub run acme/files@${DIGEST}`, `${DIGEST} latest`],
    ['smcp run acme/files@v1.2.3 --flag', 'acme/files 1.2.3'],
    [`smcp run acme/files@digest:${DIGEST}`, `${DIGEST} latest`],
    [`smcp run acme/files@sha:${COMMIT}`, `acme/files ${COMMIT}`],
    ['smcp run acme/files@latest', 'acme/files latest?'],
    ['mcp-hub run acme/files', 'acme/files latest?'],
    ['timeout -k 5 60s npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['nice -n 5 nohup npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['stdbuf -oL uvx name==1.2.3', 'pypi:name 1.2.3'],
    ['/home/me/.nvm/versions/node/v22.1.0/bin/npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['/opt/homebrew/Cellar/node/24.1.0/bin/npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['/home/me/.local/bin/uvx name==1.2.3', 'pypi:name 1.2.3'],
    ['/Users/me/.volta/bin/npx -y name@1.2.3', 'npm:name 1.2.3'],
    ['/home/me/.local/share/mise/shims/npx name@1.2.3', 'npm:name 1.2.3'],
    ['C:\\Users\\me\\AppData\\Roaming\\npm\\pnpx.cmd name@1.2.3', 'npm:name 1.2.3'],
    ['pipx run --spec name==1.2.3 name', 'pypi:name 1.2.3'],
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
    ['uvx --from name>=1.2 name', 'pypi:name latest?', 'name=='],
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
    ['npx --no name@1.2.3 --yes --registry=http://evil', 'the option --no is not understood'],
    ['npx name@npm:other@1.2.3', 'name@npm:other@1.2.3 is not a package with a version, as name@1.2.3'],
    [
      'npx https://evil.example/a.tgz',
      'https://evil.example/a.tgz is not a package with a version, as name@1.2.3',
    ],
    ['npx -y', 'no package is named'],
    ['npx -y mcp-remote@1.0.0 ${url}', '${url} is replaced before it starts, and may become an option'],
    ['uvx --index-url http://evil name==1.2.3', /^the option --index-url takes packages from another index/],
    ['uvx --from git+https://user:pw@github.com/o/r@v1.0.0 x', /is not a package with a version/],
    ['uvx --from git+ssh://git@github.com/o/r x', /is not a package with a version/],
    ['npx --cache ./cache name@1.2.3', /^the option --cache takes packages from another folder/],
    ['npx -p name@1.2.3', 'no command is given'],
    ['uvx --cache-dir ./cache name==1.2.3', /^the option --cache-dir takes packages from another folder/],
    [
      'uvx --python ./bin/python name==1.2.3',
      'the option --python names no version, but what may be any program',
    ],
    ['uv run -p ${X:-./evil} --with name==1.2.3 name', /^the option --python names no version/],
    ['uv run --with name==1.2.3 -s name', 'the option -s is not understood'],
    ['uvx --python runtime name==1.2.3', /^the option --python names no version/],
    ['uvx --from name==1.2.3', 'no command is given'],
    ['go run -ldflags=-extld=./evil github.com/o/r@v1.0.0', /^the option -ldflags can run another program/],
    [`docker run -e NODE_OPTIONS=-r/x i@${DIGEST}`, 'the variable NODE_OPTIONS changes what runs'],
    [`docker run -eLD_PRELOAD i@${DIGEST}`, 'the variable LD_PRELOAD changes what runs'],
    [`docker run -i i@${DIGEST} /bin/sh -c evil`, '/bin/sh is another program of the image'],
    ['bash -c /usr/bin/env', 'no command is given'],
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

  // The programs of the machine run whatever the packages contain.
  it.each([
    ['npx -y -p name@1.2.3 node ./evil.js', 'npm:name 1.2.3', 'node'],
    ['npm exec --package=@scope/name@1.2.3 -- sh -c evil', 'npm:@scope/name 1.2.3', 'sh'],
    ['npx -p node-server@1.2.3 node ./evil.js', 'npm:node-server 1.2.3', 'node'],
    ['npx -p name@1.2.3 ./name', 'npm:name 1.2.3', './name'],
    ['yarn dlx -p name@1.2.3 start', 'npm:name 1.2.3', 'start'],
    ['uvx --from name==1.2.3 python -c evil', 'pypi:name 1.2.3', 'python'],
    ['uvx --from python-server==1.2.3 python3.12 evil.py', 'pypi:python-server 1.2.3', 'python3.12'],
    ['uv tool run --from name==1.2.3 ${X}', 'pypi:name 1.2.3', '${X}'],
    ['pipx run --spec name==1.2.3 bash', 'pypi:name 1.2.3', 'bash'],
    ['uvx python@3.12.1 -c evil', '', 'python@3.12.1'],
  ])('%s may run a program that is none of the package', (line, references, program) => {
    const found = launch(line);
    expect(shownReferences(found).join()).toBe(references);
    expect(found.local).toBe(program);
  });

  it.each([
    'firejail npx -y name@1.2.3',
    'op run -- npx -y name@1.2.3',
    'node wrapper.js /usr/bin/uvx',
    './start.sh --command=docker',
    'make run CMD=npx',
    'timeout 5 ./start.sh npx',
  ])('does not take a program of the machine for all that runs: %s', (line) => {
    const found = launch(line);
    expect(found.local).toBeUndefined();
    expect(found.refused).toMatch(/may start \w+, and what that runs is not determined$/);
  });

  it.each(['node server.js --name npx-helper', 'python server.py /srv/docker/files'])(
    'leaves the arguments of a program of the machine alone: %s',
    (line) => expect(launch(line).local).toBeDefined(),
  );

  it('refuses what may replace programs of an image', () => {
    const problem = (words: string, behind = ''): string | undefined =>
      launch(`docker run ${words} i@${DIGEST} ${behind}`.trim()).refused;
    const replaced = (target: string): string => `the mount at ${target} may replace programs of the image`;
    expect(
      problem('-v /home/me/files:/projects:ro --mount type=bind,src=/a,dst=/data --tmpfs /tmp', '/projects'),
    ).toBeUndefined();
    expect(problem('-v memory:/app/dist')).toBe(replaced('/app/dist'));
    expect(problem('-v C:\\x:/usr')).toBe(replaced('/usr'));
    expect(problem('--mount=type=bind,src=/a,target=//app')).toBe(replaced('/app'));
    expect(problem('-v /x:/data/../app')).toBe(replaced('/app'));
    expect(problem('-v .:/files', '/files/server.py')).toBe(replaced('/files'));
    expect(problem('-v .:/files', 'serve --import=/files/x.mjs')).toBe(replaced('/files'));
    expect(problem('-v .:/files/', '/files/./serve')).toBe(replaced('/files'));
    expect(problem('-v .:/files/ -w /files', 'serve')).toBe(replaced('/files'));
    expect(problem('-v .:/files -w /x/../files/a', 'serve')).toBe(replaced('/files'));
    expect(problem('--volumes-from other')).toBe(
      'the option --volumes-from may replace programs of the image',
    );
  });

  it('warns about files that an image gets of the machine', () => {
    expect(launch(`docker run --env-file .env i@${DIGEST}`).environmentFiles).toEqual(['.env']);
    const { refused, warnings } = launch(
      `docker run -v a:/data i@${DIGEST} --db-path /data/a.db /data /other`,
    );
    expect([refused, warnings]).toEqual([
      undefined,
      ['/data/a.db', '/data'].map((path) => `${path} comes from the machine, and was not evaluated`),
    ]);
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

  it('is a local program with uv run, whatever packages it adds', () => {
    for (const line of [
      'uv run --with mcp[cli]==1.2.0 mcp run /home/me/server.py',
      'uv run --with mcp[cli]==1.2.0 mcp',
      'uv --directory ./x run --with mcp[cli]==1.2.0 -m mcp',
    ]) {
      expect(shownReferences(launch(line))).toEqual(['pypi:mcp 1.2.0']);
      expect(launch(line).local).toBe('uv run mcp');
    }
  });
});

describe('a package that starts something else', () => {
  it.each([
    ['npx -y tsx@4.0.0 ./server.ts', 'npm:tsx 4.0.0', 'tsx ./server.ts'],
    ['npx node@22.0.0 --flag server.js', 'npm:node 22.0.0', 'node server.js'],
    ['bunx nodemon@3.0.0 server.js', 'npm:nodemon 3.0.0', 'nodemon server.js'],
    ['npx cross-env@10.0.0 MODE=stdio node server.js', 'npm:cross-env 10.0.0', 'node server.js'],
    [
      'npx -p cross-env@10.0.0 cross-env A=b npx name@1.0.0',
      'npm:cross-env 10.0.0,npm:name 1.0.0',
      undefined,
    ],
    ['uvx fastmcp==2.0.0 run server.py', 'pypi:fastmcp 2.0.0', 'server.py'],
    ['uvx fastmcp==2.0.0 run https://a.example', 'pypi:fastmcp 2.0.0,https://a.example latest', undefined],
    ['uvx --from mcp[cli]==1.0.0 mcp run server.py', 'pypi:mcp 1.0.0', 'server.py'],
    [
      'uvx --with mcp==1.0.0 ipython==9.0.0 server.py',
      'pypi:ipython 9.0.0,pypi:mcp 1.0.0',
      'ipython server.py',
    ],
    [
      'uvx mcp-proxy==0.9.0 https://a.example/sse',
      'pypi:mcp-proxy 0.9.0,https://a.example/sse latest',
      undefined,
    ],
    [
      'npx mcp-remote@0.1.0 --header A:b https://a.example',
      'npm:mcp-remote 0.1.0,https://a.example latest',
      undefined,
    ],
    [
      'npx supergateway@3.0.0 --sse https://a.example',
      'npm:supergateway 3.0.0,https://a.example latest',
      undefined,
    ],
    [
      'npx @modelcontextprotocol/inspector@0.1.0 --cli npx name@1.0.0',
      'npm:@modelcontextprotocol/inspector 0.1.0,npm:name 1.0.0',
      undefined,
    ],
  ])('%s runs both', (line, references, program) => {
    const found = launch(line);
    expect([shownReferences(found).join(), found.local]).toEqual([references, program]);
  });

  it('takes options behind the command of a proxy for those of the command only behind --', () => {
    for (const line of [
      'uvx mcp-proxy==1.0.0 npx --debug name@1.0.0 other@1.0.0',
      'uvx mcp-proxy==1.0.0 --port 80 uvx name==1.0.0 --debug',
    ])
      expect(launch(line).refused).toMatch(/reads options behind its command; write the command behind --$/);
    expect(shownReferences(launch('uvx mcp-proxy==1.0.0 --port 80 -- uvx name==1.0.0 --debug'))).toEqual([
      'pypi:mcp-proxy 1.0.0',
      'pypi:name 1.0.0',
    ]);
  });

  it('splits the line of a gateway only if it is plain', () => {
    const gateway = (line: string): Launch => launchOfCommand('npx', ['supergateway@3.0.0', '--stdio', line]);
    expect(shownReferences(gateway('npx -y name'))).toEqual(['npm:supergateway 3.0.0', 'npm:name latest?']);
    expect(gateway('npx "name"').refused).toBe('it is a line for a shell, which may run anything');
    expect(launch('npx supergateway@3.0.0').refused).toMatch(/only with one command or address$/);
  });

  it.each([
    ['npx @smithery/cli@1.0.0 run name', 'what @smithery/cli starts is not determined'],
    ['npx cross-env@10.0.0 NODE_OPTIONS=-r/x npx name@1.0.0', 'the variable NODE_OPTIONS changes what runs'],
    ['npx dotenv-cli@10.0.0 -v A=b npx name@1.0.0', 'the option -v sets variables that may change what runs'],
    ['npx mcp-remote@0.1.0 --strange https://a.example', 'the option --strange is not understood'],
    ['uvx fastmcp==2.0.0 dev server.py', 'fastmcp is understood only with run'],
    ['uvx fastmcp==2.0.0 run https://a.example --with evil==1.0', 'the option --with is not understood'],
    ['uvx fastmcp==2.0.0 run', 'fastmcp run without a file is not understood'],
    [
      'npx supergateway@3.0.0 --stdio a --sse https://a.example',
      'supergateway is understood only with one command or address',
    ],
    [`npx ${'cross-env@1.0.0 npx '.repeat(6)}name@1.0.0`, 'the command is behind too many wrappers'],
  ])('refuses %s', (line, reason) => expect(launch(line).refused).toBe(reason));

  // Without an option they read `.env`.
  it.each([
    'npx dotenv-cli@10.0.0 -e .env -- npx -y name',
    'npx dotenv-cli@10.0.0 npx -y name',
    'npx env-cmd@10.0.0 npx -y name',
    'npx env-cmd@10.0.0 -f .env npx -y name',
  ])('denies the file with variables of %s, and asks about what is behind it', (line) => {
    const { references, refused } = launch(line);
    expect(references.map(({ name }) => name)).toEqual(['npm:name']);
    expect(refused).toBe('the file of its variables was not read; one of them may change what runs');
  });
});
