import type { TextFile } from '../files/text-file.js';
import type { LanguageName } from '../ir/program.js';
import { languageNamed } from '../languages/index.js';
import { memoByName, memoByNode } from '../common/memo.js';
import type { DeclaredDependency, PackageFacts } from '../packages/package-facts.js';
import type { Bundle, ParsedPackage } from '../analysis/parse-package.js';
import { offersAnything, type Registered } from '../surface/surface.js';
import { compareText } from '../common/text-order.js';
import names from './names.json' with { type: 'json' };

const { libraries, factories, clients } = names.mcp;

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');

type Libraries = Readonly<Record<string, readonly string[]>>;

/** Finds an import of some libraries in a language; undefined if the language has none of them. */
const importOf = memoByNode((all: Libraries) =>
  memoByName((language): RegExp | undefined => {
    const { packaging, sources } = languageNamed(language as LanguageName);
    const known = all[packaging.ecosystem] ?? [];
    if (known.length === 0) return undefined;
    const { before, after } = sources.importedName;
    return new RegExp(`${before}(${known.map(escaped).join('|')})${after}`, 'mu');
  }),
);

/** The first of some libraries that a file imports, whole or in part. */
const importedIn = ({ language, text }: TextFile, all: Libraries): string | undefined =>
  language === undefined ? undefined : importOf(all)(language)?.exec(text)?.[1];

/** What the analysis knows of a package when it looks for the reason why tools are missing. */
interface Known {
  readonly facts: PackageFacts;
  readonly product: readonly TextFile[];
  readonly bundles: readonly Bundle[];
}

/** The first library of some in a bundle, and where. */
function bundledOf(
  bundles: readonly Bundle[],
  all: Readonly<Record<string, readonly string[]>>,
): { readonly path: string; readonly name: string } | undefined {
  const known = new Set((all['npm'] ?? []).map(packageOf));
  for (const { path, libraries: held } of bundles) {
    const name = held.find((each) => known.has(each));
    if (name !== undefined) return { path, name };
  }
  return undefined;
}

/** The package of a specifier: `@scope/name` of `@scope/name/client`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The first library that product code uses, a bundle contains or a manifest requires at run time, and where. */
function libraryOf({ facts, product, bundles }: Known): string | undefined {
  for (const file of product) {
    const found = importedIn(file, libraries);
    if (found !== undefined) return `${file.path} uses ${found}`;
  }
  const bundled = bundledOf(bundles, libraries);
  if (bundled) return `${bundled.path} contains ${bundled.name}`;
  const all: Readonly<Record<string, readonly string[]>> = libraries;
  for (const { path, dependencies } of facts.manifests)
    for (const { ecosystem, name, kind } of dependencies)
      if (kind !== 'dev' && all[ecosystem]?.some((each) => each === name)) return `${path} requires ${name}`;
  return undefined;
}

/** Words by which a package calls itself a server, or a part of one. */
const CALLED = /(?<![\p{L}\p{N}])(?:mcp|model[ -]context[ -]protocol)(?![\p{L}\p{N}])/iu;

/** The manifest by which a package that can be started calls itself an MCP server, without any library for that. */
const callsItselfServer = ({ facts: { manifests } }: Known): string | undefined =>
  manifests.find(
    ({ entrypoints, name = '', description = '' }) =>
      entrypoints.length > 0 && (CALLED.test(name) || CALLED.test(description)),
  )?.path;

/** The dependencies of a package at run time that may have its tools. */
function runtimeDependencies({ facts }: Known): DeclaredDependency[] {
  const known = new Set<string>(Object.values(libraries).flat());
  const seen = new Set<string>();
  return facts.manifests
    .flatMap(({ dependencies }) => dependencies)
    .filter(({ kind, name }) => {
      if (kind === 'dev' || known.has(name) || name.startsWith('@modelcontextprotocol/') || seen.has(name))
        return false;
      seen.add(name);
      return true;
    })
    .sort((left, right) => compareText(left.name, right.name));
}

/** More dependencies are counted. */
const MAX_NAMED = 4;

/** `a 1.2.0, b ^2 and 3 more`: with the locked version, or else the declared range, so that a reader can analyze them. */
function listed(dependencies: readonly DeclaredDependency[], { facts }: Known): string {
  const locked = (name: string): string | undefined =>
    facts.lockfiles.flatMap((lockfile) => lockfile.dependencies).find((each) => each.name === name)?.version;
  const named = dependencies
    .slice(0, MAX_NAMED)
    .map(({ name, range }) => `${name} ${locked(name) ?? range}`.trim());
  const more = dependencies.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The address of a server of MCP, as a text of its own: a default that settings may replace. */
const ENDPOINT = /(["'`])(https?:\/\/[^\s"'`<>]{1,150}\/(?:mcp|sse)\/?)\1/u;
const REQUESTS =
  /\b(?:fetch|axios|got|undici|XMLHttpRequest)\b|\bhttps?\.request\b|\b(?:requests|httpx|aiohttp|urllib)\b|\bhttp\.(?:Post|NewRequest)/u;
/** A program by its name alone: it is not a file of the package. */
const PROGRAM =
  /\b(?:spawn|spawnSync|execFile|execFileSync|execa|execvp|execlp|Popen|call|run|Command)\s*\(\s*\[?\s*(["'`])([\w@.-]{1,80})\1/u;

/** Where messages go that a package without a library for MCP takes: to a server by its address, or to another program. */
function destinationOf({ product }: Known): string | undefined {
  for (const { text } of product) {
    const address = REQUESTS.test(text) ? ENDPOINT.exec(text)?.[2] : undefined;
    if (address !== undefined)
      return `it sends requests to another server (${address}), whose tools are not in this code`;
  }
  for (const { text } of product) {
    const program = PROGRAM.exec(text)?.[2];
    if (program !== undefined) return `it starts a program that is not in this package (${program})`;
  }
  return undefined;
}

/** Whether code imports a name from a library for MCP servers: such a function serves the tools that it is given. */
const isOfLibrary = (name: string, text: string): boolean => {
  const from = new RegExp(`\\b${escaped(name)}\\b[^;{}]{0,2000}\\}\\s*from\\s*["'\`]([^"'\`]+)`, 'u').exec(
    text,
  )?.[1];
  return from !== undefined && libraries.npm.includes(packageOf(from));
};

/** Whether code calls or imports a factory of servers: a comment that mentions it does not count. */
const usesFactory = (name: string, { text }: TextFile): boolean =>
  name.includes('=')
    ? text.includes(name)
    : new RegExp(`\\b${escaped(name)}(?:\\s*\\(|\\s+as\\b)`, 'u').test(text) && !isOfLibrary(name, text);

/** Why there may be no tools in the code, as far as it shows. */
function explained(known: Known): string {
  const { facts, product, bundles } = known;
  const factory = factories.find((name) => product.some((file) => usesFactory(name, file)));
  if (factory !== undefined) return `; they come from a dependency (${factory})`;
  const all = runtimeDependencies(known);
  const imported = all.filter(({ name }) =>
    product.some(({ text }) => text.includes(name) || text.includes(name.replaceAll('-', '_'))),
  );
  const tools = imported.filter(({ name }) => /mcp|tool/iu.test(name));
  if (tools.length > 0) return `; they come from dependencies (${listed(tools, known)})`;
  // Programs for each platform: `server-linux-x64` of `server`.
  const own = facts.manifests.flatMap(({ name }) => name ?? []);
  const platforms = all.filter(
    ({ kind, name }) => kind === 'optional' && own.some((each) => name.startsWith(`${each}-`)),
  );
  if (platforms.length > 0) return `; it starts a program of another package (${listed(platforms, known)})`;
  const forwards =
    product.some((file) => importedIn(file, clients) !== undefined) ||
    bundledOf(bundles, { npm: clients.npm.filter((name) => packageOf(name) === name) }) !== undefined;
  if (forwards) return '; it connects to another server, whose tools are not in this code';
  if (imported.length > 0) return `; they may come from dependencies (${listed(imported, known)})`;
  const destination = destinationOf(known);
  return destination === undefined ? '' : `; ${destination}`;
}

/** More tools are counted. */
const MAX_TOOLS = 3;

/** A program that speaks the protocol itself handles calls of tools in code that is followed as any other. */
const OWN_PROTOCOL = /["'`]tools\/(?:call|list)["'`]/u;

/** Why the code of tools is missing from the analysis: the server lists them, and nothing that was recognized handles most of them. */
export function toolsWithoutCode(
  { texts }: ParsedPackage,
  { tools, dispatchers }: Registered,
): string | undefined {
  if (dispatchers.length > 0) return undefined;
  if (texts.some(({ role, text }) => role === 'product' && OWN_PROTOCOL.test(text))) return undefined;
  const handled = new Set(tools.flatMap(({ name, handler }) => (handler ? [name] : [])));
  const open = [...new Set(tools.map(({ name }) => name))].filter(
    (name) => name !== '' && !handled.has(name),
  );
  // Objects that look like tools may be of another program, as those that an agent gives to a model.
  if (open.length <= handled.size) return undefined;
  const named = open.sort(compareText).slice(0, MAX_TOOLS).join(', ');
  const more = open.length > MAX_TOOLS ? ` and ${open.length - MAX_TOOLS} more` : '';
  return `no code was recognized that handles the ${open.length === 1 ? 'tool' : 'tools'} ${named}${more}`;
}

/**
 * Why the tools of a server are missing from the analysis: it uses a library for MCP servers or calls itself one, and none were
 * recognized, or none by name. Undefined if there are tools, resources or prompts, or nothing says that it is a server.
 */
export function missingTools(
  facts: PackageFacts,
  { texts, bundles }: Pick<ParsedPackage, 'texts' | 'bundles'>,
  registered: Registered,
): string | undefined {
  const { tools, dispatchers } = registered;
  if (tools.some(({ name }) => name !== '')) return undefined;
  if (tools.length > 0) return 'no tool was recognized by its name: the names are computed at run time';
  const product = texts.filter(({ role }) => role === 'product' || role === 'minified');
  const known = { facts, product, bundles };
  const [dispatcher] = dispatchers;
  if (dispatcher) {
    const { module } = dispatcher.scope;
    return `no tools were recognized, although ${module} handles their calls${explained(known)}`;
  }
  if (offersAnything(registered)) return undefined;
  const library = libraryOf(known);
  if (library !== undefined) return `no tools were recognized, although ${library}${explained(known)}`;
  const manifest = callsItselfServer(known);
  return manifest === undefined
    ? undefined
    : `no tools were recognized, although ${manifest} calls it an MCP server${explained(known)}`;
}
