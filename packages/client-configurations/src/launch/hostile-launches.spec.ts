import { describe, expect, it } from '@jest/globals';
import { startProblems, startsNoServer, type StartFacts } from '../start-facts.js';
import { withUses, type Reference } from '../server-entry.js';
import { launchOfCommand } from './launch-of-command.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const OK = '@acme/ok@1.0.0';
const IMAGE = `image@${DIGEST}`;

const words = (line: string): [command: string, args: string[]] => {
  const [command = '', ...args] = line.split(' ');
  return [command, args];
};

describe('a line that starts something else than it seems to', () => {
  it.each([
    // npm installs a file of the folder with such a name; pnpm leaves out the build metadata.
    [`npx -y ${OK}+x.tgz`, /is not a package with a version/],
    [`npx -y ${OK}-x.tgz`, /is not a package with a version/],
    ['npx -y ok.tgz@1.0.0', /is not a package with a version/],
    ['npx -y @acme/ok@1.0.0-x.tar.gz', /is not a package with a version/],
    // For a requirement, what is behind the @ is an address, and so a folder.
    ['uvx --with ok@1.0.0 server==1.0.0', /^ok@1.0.0 is not a package with a version/],
    ['pipx run ok@1.0.0', /^ok@1.0.0 is not a package with a version/],
    ['pipx run --spec ok@1.0.0 ok', /^ok@1.0.0 is not a package with a version/],
    ['uvx ok==1.0.0.zip', /is not a package with a version/],
    ['pipx run ok==1.0.0+x.whl', /is not a package with a version/],
    ['pipx run --pypackages ok==1.0.0', 'the option --pypackages runs what is in the folder'],
    ['uv --directory x tool run ok==1.0.0', 'the option --directory starts in another folder'],
    ['uv --project x tool run ok==1.0.0', 'the option --project starts in another folder'],
    // npm reads its options behind the package, and clients replace variables.
    [`npm exec -y ${OK} \${X:---registry=http://evil}`, /may become an option$/],
    [`npm exec -y ${OK} {env:X}--registry=http://evil`, /may become an option$/],
    [`npx cross-env@10.0.0 A=b npm exec -y ${OK} '--registry=http://evil`, /^cross-env changes /],
    // Programs that read their own options behind the command that they start.
    ['uvx mcp-proxy==1.0.0 -H A https://ok.example evil', undefined],
    [
      `uvx mcp-proxy==1.0.0 npx ${OK} --named-server-config evil.json`,
      /--named-server-config is not understood$/,
    ],
    [`uvx mcp-proxy==1.0.0 npx ${OK} --port 80`, /write the command behind --$/],
    [`uvx mcp-proxy==1.0.0 evil -- npx -y ${OK}`, /only with the whole command behind --$/],
    ['uvx mcp-proxy==1.0.0 --headers A', 'the option --headers takes two values'],
    [`npx mcp-proxy@6.0.0 npx ${OK} --shell`, 'the option --shell is not understood'],
    [`npx mcp-proxy@6.0.0 --allow-http npx ${OK}`, 'the option --allow-http is not understood'],
    [`npx @modelcontextprotocol/inspector@1.0.0 --cli npx ${OK} --config evil.json`, /without options$/],
    [`npx @modelcontextprotocol/inspector@1.0.0 --cli npx ${OK} -- --config evil.json`, /without options$/],
    // Servers, images and modules may start what their arguments name.
    [`npx -y ${OK} --command npx -y evil`, /^npm:@acme\/ok may start npx/],
    [`npx -y ${OK} --stdio=uvx evil`, /^npm:@acme\/ok may start uvx/],
    [`npx -y ${OK} -- sh -c evil`, /^npm:@acme\/ok may start sh/],
    ['uvx ok==1.0.0 -- docker run evil', /^pypi:ok may start docker/],
    [`docker run ${IMAGE} tini -- npx -y evil`, /^the image may start npx/],
    [`docker run ${IMAGE} --stdio=npx evil`, /^the image may start npx/],
    ['go run github.com/o/r@v1.0.0 npx -y evil', /may start npx/],
    [`mcp-hub run npm:${OK} -- npx -y evil`, /may start npx/],
    ['busybox sh -c evil', /may start sh/],
    ['dotnet dnx evil', /may start dotnet/],
    // They fetch what they run, so they are no programs of the machine.
    ['npm init evil', 'npm init fetches what it runs'],
    // npm knows every beginning of a command.
    ['npm exe -y evil', 'what npm exe runs is not determined'],
    ['npm eXec evil', 'what npm eXec runs is not determined'],
    ['npm', 'what npm runs is not determined'],
    ['npm install evil', 'what npm install runs is not determined'],
    ['pnpm add evil', 'what pnpm add runs is not determined'],
    ['pnpm exec evil', 'what pnpm exec runs is not determined'],
    ['yarn workspace a dlx evil', 'what yarn workspace runs is not determined'],
    ['bun add evil', 'what bun add runs is not determined'],
    ['bun https://evil/x.ts', 'what bun https://evil/x.ts runs is not determined'],
    ['uv pip install evil', 'what uv pip runs is not determined'],
    ['uv run https://evil/x.py', 'uv run fetches https://evil/x.py'],
    ['uv run server.py -- npx -y evil', /may start npx/],
    ['uv run python -m pipx run evil', /may start pipx/],
    ['uv run pip install evil', 'what pip starts is not determined'],
    ['npx zx@8.0.0 https://evil/x.mjs', 'zx fetches https://evil/x.mjs'],
    ['tsx https://evil/x.ts', 'tsx fetches https://evil/x.ts'],
    ['pipx install evil', 'what pipx install runs is not determined'],
    ['go install evil@v1', 'what go install runs is not determined'],
    ['cargo install evil', 'what cargo install runs is not determined'],
    ['dotnet evil', 'what dotnet evil runs is not determined'],
    ['pip install evil', 'what pip runs is not understood'],
    ['python -m pip install evil', /may start pip/],
    ['xvfb-run deno run https://evil', /may start deno/],
    ['mise x npm:evil -- evil', 'what mise runs is not understood'],
    // Images that a file names, and containers that run already.
    ['docker compose run x', 'what docker compose runs is not determined'],
    ['docker compose -f x.yml up', 'what docker compose runs is not determined'],
    ['docker-compose run x', 'what docker-compose runs is not understood'],
    ['podman kube play x.yml', 'what podman kube runs is not determined'],
    ['docker exec -i x server', 'what docker exec runs is not determined'],
    ['docker mcp gateway run', 'what docker mcp runs is not determined'],
    ['docker container start x', 'what docker start runs is not determined'],
    ['env A=b docker compose run x', 'what docker compose runs is not determined'],
    ['kubectl run x --image=evil', 'what kubectl runs is not understood'],
    [`docker run --runtime=/x ${IMAGE}`, 'the option --runtime starts another program for the container'],
    // A launcher elsewhere, or what a client makes of a variable.
    ['./npx -y evil@1.0.0', './npx may be npx, and what that runs is not determined'],
    ['/opt/node/bin/npx -y evil@1.0.0', '/opt/node/bin/npx may be npx, and what that runs is not determined'],
    ['${HOME}/bin/uvx evil==1.0.0', '${HOME}/bin/uvx may be uvx, and what that runs is not determined'],
    ['${X:-npx} -y evil@1.0.0', '${X:-npx} is replaced before it starts, and may be any program'],
    ['${X:-/usr/bin}/server', '${X:-/usr/bin}/server is replaced before it starts, and may be any program'],
    ['${command:evil}', '${command:evil} is replaced before it starts, and may be any program'],
    ['%X% -y evil@1.0.0', '%X% is replaced before it starts, and may be any program'],
    ['node /usr/lib/node_modules/npm/bin/npx-cli.js -y evil@1.0.0', /may start npx/],
    ['node ./.yarn/releases/yarn.cjs dlx evil', /may start yarn/],
    // cmd.exe ends a name at these.
    ['cmd /c npx,-y,evil@1.0.0', /^it is a line for a shell/],
    ['cmd /c npx;-y evil@1.0.0', /^it is a line for a shell/],
    ['cmd /c npx= evil@1.0.0', /^it is a line for a shell/],
    ['npx @dotenvx/dotenvx@1.0.0 run -- ./evil', 'what @dotenvx/dotenvx starts is not determined'],
    ['pnpm create evil', 'pnpm create fetches what it runs'],
    ['yarn create evil', 'yarn create fetches what it runs'],
    ['bun --smol x evil', /^the option --smol is not understood/],
    ['pipx --quiet run evil', /^the option --quiet is not understood/],
    ['go -C x run github.com/o/r@v1.0.0', /^the option -C is not understood/],
    [`mcp-hub --server http://evil run npm:${OK}`, /^the option --server is not understood/],
    ['@npx -y evil@1.0.0', '"@npx" is no name of a program; write npx'],
    ['"npx" -y evil@1.0.0', String.raw`"\"npx\"" is no name of a program; write npx`],
    // The last target counts for docker, names in any case, and clients replace variables.
    [`docker run --mount type=bind,src=.,dst=/data,dst=/app ${IMAGE}`, /mounts is not certain/],
    [`docker run --mount type=bind,src=.,dst=/data,DST=/app ${IMAGE}`, /mounts is not certain/],
    [`docker run --mount type=bind,src=.,dst=/data,"dst=/app" ${IMAGE}`, /mounts is not certain/],
    [`docker run -v \${X:-.:/app} ${IMAGE}`, /mounts is not certain/],
    [`docker run -v .:/\${X:-app} ${IMAGE}`, /mounts is not certain/],
    [`docker run -v .:/data -w \${X} ${IMAGE} serve`, /is a variable, and may be a mount$/],
    [`docker run -v .:/entrypoint.sh ${IMAGE}`, /may replace programs of the image$/],
    [`docker run -v .:/home/node ${IMAGE}`, /may replace programs of the image$/],
    [`docker run -v .:/lib32/libc.so.6 ${IMAGE}`, /may replace programs of the image$/],
  ])('%s', (line, reason) => {
    const { refused, local } = launchOfCommand(...words(line));
    if (reason === undefined) expect(local ?? refused).toBe('evil');
    else if (typeof reason === 'string') expect(refused).toBe(reason);
    else expect(refused).toMatch(reason);
  });

  it.each(['npx ', '\tnpx', 'npx\u00a0'])(
    'is one of the program %j, which Windows reads as another one',
    (command) => {
      expect(launchOfCommand(command, ['-y', 'evil@1.0.0']).refused).toMatch(
        /is no name of a program; write npx$/,
      );
    },
  );

  it.each([`npx -y @acme/ok@=1.0.0`, `npx -y ${OK}+build`])('%s pins no version', (line) =>
    expect(launchOfCommand(...words(line)).references[0]?.pin.kind).toBe('none'),
  );

  it.each([
    `npx -y ${OK} --package-manager npm --verbose`,
    `npx -y ${OK} --tools docker,npm --use-npx`,
    `docker run ${IMAGE} --toolsets docker`,
    'uvx ok==1.0.0 --runtime docker --image ubuntu',
  ])('leaves arguments alone that only mention a launcher: %s', (line) => {
    const { references, refused, local } = launchOfCommand(...words(line));
    expect([references.length, refused, local]).toEqual([1, undefined, undefined]);
  });

  it.each([
    '${workspaceFolder}:/workspace',
    '${input:folder}:/data',
    '${env:HOME}/notes:/notes',
    'C:\\x:/projects',
  ])('accepts the mount %s, and warns of one elsewhere', (mount) => {
    const warnings = (volume: string) => launchOfCommand('docker', ['run', '-v', volume, IMAGE]);
    expect(warnings(mount)).toMatchObject({ warnings: [] });
    expect(warnings(mount).refused).toBeUndefined();
    expect(warnings('x:/somewhere').warnings).toEqual([
      'the mount at /somewhere may replace programs of the image',
    ]);
  });
});

describe('what several parts of a launch do together', () => {
  const facts = (commands: string[], variables: string[] = []): StartFacts => ({ commands, variables });

  it('is judged together: a proxy in one place and an authority in another', () => {
    const launch = withUses(launchOfCommand('env', ['https_proxy=http://evil', 'npx', '-y', OK]), {
      connections: ['SSL_CERT_FILE'],
    });
    expect(startProblems(launch, () => facts(['ok']))).toEqual([
      'the variables https_proxy and SSL_CERT_FILE together change what runs',
    ]);
  });

  it('is no server if the package with the command offers no tool, whatever is installed beside it', () => {
    const launch = launchOfCommand(...words(`npx -p ${OK} -p loader@1.0.0 loader ./evil.js`));
    const isServer = ({ name }: Reference): boolean => name === 'npm:@acme/ok';
    const factsOf = ({ name }: Reference): StartFacts => facts([name.replace(/^.*[/:]/, '')]);
    expect(startsNoServer(launch, isServer, factsOf)).toBe(true);
    const served = launchOfCommand(...words(`npx -p ${OK} -p loader@1.0.0 ok`));
    expect(startsNoServer(served, isServer, factsOf)).toBe(false);
    // What starts others need not be one.
    const wrapped = launchOfCommand(...words(`npx -p cross-env@10.0.0 cross-env A=b npx ${OK}`));
    expect(startsNoServer(wrapped, isServer, factsOf)).toBe(false);
  });
});
