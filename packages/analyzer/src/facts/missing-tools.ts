import type { TextFile } from '../files/text-file.js';
import type { LanguageName } from '../ir/program.js';
import { memoByName, memoByNode } from '../memo.js';
import type { PackageFacts } from '../packages/package-facts.js';
import { offersAnything, type Registered } from '../surface/surface.js';
import names from './names.json' with { type: 'json' };

const { libraries, factories, clients } = names.mcp;

/** How an import is written, up to the name of what is imported. */
const IMPORTS: Readonly<Record<LanguageName, string>> = {
  javascript: '\\b(?:from|import|require)\\s*\\(?\\s*["\'`]',
  typescript: '\\b(?:from|import|require)\\s*\\(?\\s*["\'`]',
  python: '^[ \\t]*(?:from|import)[ \\t]+',
  go: '"',
};

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');

type Libraries = Readonly<Record<string, readonly string[]>>;

/** Finds an import of some libraries in a language; undefined if the language has none of them. */
const importOf = memoByNode((all: Libraries) =>
  memoByName((language): RegExp | undefined => {
    const ecosystem = language === 'python' ? 'PyPI' : language === 'go' ? 'Go' : 'npm';
    const known = all[ecosystem] ?? [];
    if (known.length === 0) return undefined;
    const end = language === 'python' ? '(?=[\\s.,;]|$)' : '(?=["\'`/])';
    const start = IMPORTS[language as LanguageName];
    return new RegExp(`${start}(${known.map(escaped).join('|')})${end}`, 'mu');
  }),
);

/** The first of some libraries that a file imports, whole or in part. */
const importedIn = ({ language, text }: TextFile, all: Libraries): string | undefined =>
  language === undefined ? undefined : importOf(all)(language)?.exec(text)?.[1];

/** The first library that product code uses or a manifest requires at run time, and where. */
function libraryOf(facts: PackageFacts, product: readonly TextFile[]): string | undefined {
  for (const file of product) {
    const found = importedIn(file, libraries);
    if (found !== undefined) return `${file.path} uses ${found}`;
  }
  const all: Readonly<Record<string, readonly string[]>> = libraries;
  for (const { path, dependencies } of facts.manifests)
    for (const { ecosystem, name, kind } of dependencies)
      if (kind !== 'dev' && all[ecosystem]?.some((each) => each === name)) return `${path} requires ${name}`;
  return undefined;
}

/** Dependencies whose names say that they bring tools, as far as product code imports them. */
function bringing(facts: PackageFacts, product: readonly TextFile[]): string[] {
  const known = new Set<string>(Object.values(libraries).flat());
  const declared = facts.manifests.flatMap(({ dependencies }) => dependencies);
  const candidates = [
    ...new Set(declared.filter(({ kind }) => kind !== 'dev').map(({ name }) => name)),
  ].filter(
    (name) => /mcp|tool/iu.test(name) && !known.has(name) && !name.startsWith('@modelcontextprotocol/'),
  );
  const isImported = (name: string): boolean =>
    product.some(({ text }) => text.includes(name) || text.includes(name.replaceAll('-', '_')));
  return candidates.filter(isImported).sort().slice(0, 4);
}

/** Why there may be no tools in the code, as far as it shows. */
function explained(facts: PackageFacts, product: readonly TextFile[]): string {
  const factory = factories.find((name) => product.some(({ text }) => text.includes(name)));
  if (factory !== undefined) return `; they come from a dependency (${factory})`;
  const others = bringing(facts, product);
  if (others.length > 0) return `; they come from dependencies (${others.join(', ')})`;
  const forwards = product.some((file) => importedIn(file, clients) !== undefined);
  return forwards ? '; it connects to another server, whose tools are not in this code' : '';
}

/**
 * Why the tools of a server are missing from the analysis: it uses a library for MCP servers, and none were recognized, or none by
 * name. Undefined if there are tools, resources or prompts, or no such library.
 */
export function missingTools(
  facts: PackageFacts,
  texts: readonly TextFile[],
  registered: Registered,
): string | undefined {
  const { tools, dispatchers } = registered;
  if (tools.some(({ name }) => name !== '')) return undefined;
  if (tools.length > 0) return 'no tool was recognized by its name: the names are computed at run time';
  const product = texts.filter(({ role }) => role === 'product' || role === 'minified');
  const [dispatcher] = dispatchers;
  if (dispatcher) {
    const { module } = dispatcher.scope;
    return `no tools were recognized, although ${module} handles their calls${explained(facts, product)}`;
  }
  if (offersAnything(registered)) return undefined;
  const library = libraryOf(facts, product);
  return library === undefined
    ? undefined
    : `no tools were recognized, although ${library}${explained(facts, product)}`;
}
