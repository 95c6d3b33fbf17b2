import type { DependencySource, Manifest } from '../../../packages/package-facts.js';
import { checkCount, UnreadablePackaging, type PackagingFile } from '../../../packages/packaging-file.js';
import { defined } from '../../../packages/values.js';

/** A module required by a `go.mod`, after its replacements. */
export interface RequiredModule {
  readonly name: string;
  /** With the leading `v`; for a module replaced by a local folder, the folder's path. */
  readonly version: string;
  readonly source: DependencySource;
  /** The module's own code does not import it. */
  readonly indirect: boolean;
  readonly line: number;
}

export interface GoMod {
  readonly module: string | undefined;
  /** As in `go 1.22`: from 1.17 on, the file lists all modules needed, including transitive ones. */
  readonly go: string | undefined;
  readonly required: readonly RequiredModule[];
}

interface Directive {
  readonly verb: string;
  readonly words: readonly string[];
  readonly comment: string;
  readonly line: number;
}

/** A word without the quotes around it. */
const bare = (word: string): string => word.replaceAll(/^["`]|["`]$/g, '');

/** The file's directives, with those in blocks as separate directives. */
export function* directivesIn(text: string): Generator<Directive> {
  let block: string | undefined;
  for (const [at, raw] of text.split(/\r\n|\n|\r/u).entries()) {
    const start = raw.search(/(?:^|\s)\/\//);
    const words = (start === -1 ? raw : raw.slice(0, start))
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '');
    const comment = start === -1 ? '' : raw.slice(start).trim().slice(2).trim();
    const [first, second] = words;
    if (first === undefined) continue;
    if (block !== undefined) {
      if (first === ')') block = undefined;
      else yield { verb: block, words: words.map(bare), comment, line: at + 1 };
    } else if (second === '(' || first.endsWith('(')) block = first.replace('(', '');
    else yield { verb: first, words: words.slice(1).map(bare), comment, line: at + 1 };
  }
}

/** Whether the target of a replacement is a folder. */
export const isFolder = (path: string): boolean => /^(?:\.{1,2}(?:\/|$)|\/|[A-Za-z]:)/.test(path);

/**
 * Parses a `go.mod`.
 * @throws UnreadablePackaging when it neither names a module nor requires one.
 */
export function parseGoMod(text: string): GoMod {
  const directives = [...directivesIn(text)];
  const one = (verb: string): string | undefined =>
    directives.find((directive) => directive.verb === verb)?.words[0];
  const replaced = new Map<string, { name: string; version: string }>();
  for (const { verb, words } of directives) {
    const arrow = words.indexOf('=>');
    const [name = '', version] = words.slice(arrow + 1);
    if (verb === 'replace' && arrow > 0 && name !== '')
      replaced.set(words.slice(0, arrow).join('@'), { name, version: version ?? '' });
  }
  const required = directives.flatMap(({ verb, words: [name, version], comment, line }): RequiredModule[] => {
    if (verb !== 'require' || name === undefined || version === undefined) return [];
    const other = replaced.get(`${name}@${version}`) ?? replaced.get(name) ?? { name, version };
    const indirect = /^indirect(?:$|[;\s])/.test(comment);
    const folder = other.version === '' || isFolder(other.name);
    return folder
      ? [{ name, version: other.name, source: 'file', indirect, line }]
      : [{ ...other, source: 'registry', indirect, line }];
  });
  checkCount(required.length);
  const module = one('module');
  if (module === undefined && required.length === 0) throw new UnreadablePackaging('is no go.mod');
  return { module, go: one('go'), required };
}

/** The folders of the modules that a `go.work` joins, as written. */
export const usedFolders = (text: string): readonly string[] =>
  [...directivesIn(text)].flatMap(({ verb, words: [folder] }) => (verb === 'use' ? (folder ?? []) : []));

/**
 * Go's manifest: `go.mod`. Its direct dependencies are those that the module's own code imports; its programs are not
 * listed in it.
 */
export function readGoMod({ path, text }: PackagingFile): Manifest {
  const { module, required } = parseGoMod(text);
  return {
    path,
    ecosystem: 'Go',
    ...defined('name', module),
    dependencies: required
      .filter(({ indirect }) => !indirect)
      .map(({ name, version, source, line }) => ({
        ecosystem: 'Go',
        name,
        range: version,
        source,
        kind: 'runtime',
        manifest: path,
        line,
      })),
    installScripts: [],
    scripts: new Map(),
    entrypoints: [],
    commands: [],
  };
}
