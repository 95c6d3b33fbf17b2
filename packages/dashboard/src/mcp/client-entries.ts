import type { components } from '../api/hub.js';
import { quoted } from '../domain/shell-word.ts';
import type { Snapshot } from './mcp.queries.ts';

type ServerJson = components['schemas']['ServerJson'];

/** A way to start a server, or where it runs. */
export type Start =
  | { readonly label: string; readonly command: readonly [string, ...string[]]; readonly url?: undefined }
  | { readonly label: string; readonly url: string; readonly command?: undefined };

/** Folder that stands for the one into which the reader unpacks a bundle; clients need an absolute path. */
const FOLDER = '/absolute/path/to';

/** What is published of a version: undefined if nothing is, or it is still being published. */
export type Published = Pick<Publication, 'package' | 'version' | 'warnings'> | undefined;
type Publication = NonNullable<components['schemas']['NullableMcpVersionPublication']>;

/** With these, clients of the registry cannot start the bundle, or may start something else by its manifest. */
const NOT_STARTED: ReadonlySet<string> = new Set([
  'no_command',
  'dependencies_not_bundled',
  'bundle_not_gzip_tar',
  'runs_other_code',
]);

/**
 * The ways to start a version, best first: by `mcp-hub run`, which checks what it starts, as its public list says, and from
 * the bundle of the registry.
 */
export function startsOf(
  slug: string,
  {
    server,
    snapshot,
    published,
  }: {
    readonly server: ServerJson | null;
    readonly snapshot: Snapshot | null;
    readonly published: Published;
  },
): readonly Start[] {
  const { packages = [], remotes = [] } = server ?? {};
  const reference = referenceOf(published);
  const checked = [
    ...(reference === undefined ? [] : [reference]),
    ...packages.flatMap(packageReference),
  ].map((each, index): Start => ({
    label: index === 0 ? 'By mcp-hub, checked' : 'By mcp-hub, from the package',
    command: ['mcp-hub', 'run', each],
  }));
  const byClient: Start[] =
    reference === undefined
      ? []
      : [{ label: 'From this registry, by smcp', command: ['smcp', 'run', reference] }];
  const fromPackages = packages.flatMap(({ registryType: type, identifier, version }): Start[] => {
    if (type === 'npm' && version !== undefined)
      return [{ label: 'From npm', command: ['npx', '-y', `${identifier}@${version}`] }];
    if (type === 'pypi' && version !== undefined)
      return [{ label: 'From PyPI', command: ['uvx', `${identifier}==${version}`] }];
    if (type === 'oci')
      return [{ label: 'As a container', command: ['docker', 'run', '-i', '--rm', identifier] }];
    return [];
  });
  const fromRemotes = remotes.map(({ url }): Start => ({ label: 'Running elsewhere', url }));
  const { runtime = '', entrypoint = '' } = snapshot?.distributable ?? {};
  const fromBundle: Start[] =
    runtime === 'node' && entrypoint !== ''
      ? [
          {
            label: 'From this registry, unpacked',
            command: ['node', `${FOLDER}/${slug}/${entrypoint.replace(/^\.\//, '')}`],
          },
        ]
      : [];
  return [...checked, ...fromPackages, ...fromRemotes, ...byClient, ...fromBundle];
}

/** What the registry's clients take for the published version; undefined if they cannot start it. */
function referenceOf(published: Published): string | undefined {
  if (published?.package == null || published.version === null) return undefined;
  if (published.warnings.some(({ code }) => NOT_STARTED.has(code))) return undefined;
  return `${published.package}@${published.version}`;
}

/** What `mcp-hub run` takes for the version of a package. */
function packageReference({
  registryType: type,
  identifier,
  version,
}: NonNullable<ServerJson['packages']>[number]): readonly string[] {
  if (version === undefined) return [];
  if (type === 'npm') return [`npm:${identifier}@${version}`];
  return type === 'pypi' ? [`pypi:${identifier}==${version}`] : [];
}

/** Whether a start needs the command of mcp-hub on the machine. */
export const isByMcpHub = ({ command }: Start): boolean => command?.[0] === 'mcp-hub';

/** What the reader gives a client: a command to run, or an entry of a file. */
export interface ClientConfiguration {
  readonly client: string;
  /** Where the text goes. */
  readonly where: string;
  readonly text: string;
}

/** An entry for each of the clients. */
export function clientConfigurations(slug: string, start: Start): readonly ClientConfiguration[] {
  // Claude Code takes letters, digits, underscores and hyphens in names.
  const name = slug.replace(/[^\w-]/g, '_');
  return [
    { client: 'Claude Code', where: 'In a terminal', text: claudeCode(name, start) },
    {
      client: 'Claude Desktop',
      where: 'claude_desktop_config.json, which Settings, Developer opens',
      // It starts programs alone; mcp-remote passes messages on to a URL.
      text: json('mcpServers', name, start.url === undefined ? stdio(start) : bridged(start.url)),
    },
    {
      client: 'VS Code',
      where: '.vscode/mcp.json',
      text: json(
        'servers',
        name,
        start.url === undefined ? { type: 'stdio', ...stdio(start) } : { type: 'http', url: start.url },
      ),
    },
    {
      client: 'Cursor',
      where: '.cursor/mcp.json',
      text: json('mcpServers', name, start.url === undefined ? stdio(start) : { url: start.url }),
    },
    {
      client: 'Copilot CLI',
      where: '~/.copilot/mcp-config.json',
      text: json('mcpServers', name, {
        ...(start.url === undefined ? { type: 'local', ...stdio(start) } : { type: 'http', url: start.url }),
        tools: ['*'],
      }),
    },
  ];
}

const stdio = ({ command: [command, ...args] }: Extract<Start, { command: object }>) => ({ command, args });

const bridged = (url: string) => ({ command: 'npx', args: ['-y', 'mcp-remote', url] });

/** JSON with each list in one line. */
const json = (key: string, name: string, entry: object): string => {
  const lists: string[] = [];
  const text = JSON.stringify(
    { [key]: { [name]: entry } },
    (_, value: unknown) => {
      if (!Array.isArray(value)) return value;
      lists.push(`[${value.map((item) => JSON.stringify(item)).join(', ')}]`);
      return `\u0000${lists.length - 1}`;
    },
    2,
  );
  // JSON escapes the mark, so no text of a publisher can be one.
  return text.replace(/"\\u0000(\d+)"/g, (_, index: string) => lists[Number(index)] ?? '[]');
};

function claudeCode(name: string, start: Start): string {
  return start.url === undefined
    ? `claude mcp add ${name} -- ${start.command.map(quoted).join(' ')}`
    : `claude mcp add --transport http ${name} ${quoted(start.url)}`;
}
