import { matchingLines } from '../../../packages/matching-lines.js';
import type {
  DependencySource,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { type PackagingFile, UnreadablePackaging } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit, reachable } from '../../../packages/resolved.js';
import { readToml } from './toml-document.js';
import { privateRegistry } from '../../../packages/registries.js';
import {
  defined,
  entriesAt,
  type Fields,
  fieldsOf,
  itemsAt,
  textAt,
  valueAt,
} from '../../../packages/values.js';
import { declaredNames, missingFrom } from './python-facts.js';
import { normalizedPypiName } from '../../../packages/package-names.js';

const nameOf = (entry: unknown): string => normalizedPypiName(textAt(entry, 'name') ?? '');
const namesIn = (list: readonly unknown[]): string[] => list.map(nameOf);
const namesInGroups = (entry: Fields, key: string): string[] =>
  entriesAt(entry, key).flatMap(([group]) => namesIn(itemsAt(entry, key, group)));

/** Whether a package is the project itself or part of its workspace: installed from its own folder. */
const isOwn = (entry: Fields): boolean =>
  ['editable', 'virtual'].some((kind) => textAt(entry, 'source', kind) !== undefined) ||
  textAt(entry, 'source', 'directory') === '.';

function sourceOf(entry: Fields): DependencySource {
  const source = valueAt(entry, 'source');
  if (textAt(source, 'git') !== undefined) return 'git';
  if (textAt(source, 'url') !== undefined) return 'http';
  return ['path', 'directory', 'editable', 'virtual'].some((kind) => textAt(source, kind) !== undefined)
    ? 'file'
    : 'registry';
}

/** Where a package comes from that is not taken from an index. */
const locationOf = (entry: Fields): string | undefined =>
  ['git', 'url', 'path', 'directory', 'editable', 'virtual']
    .map((kind) => textAt(entry, 'source', kind))
    .find((location) => location !== undefined);

function isHashed(entry: Fields): boolean {
  const files = [...itemsAt(entry, 'wheels'), ...(Object.hasOwn(entry, 'sdist') ? [entry['sdist']] : [])];
  return files.length > 0 && files.every((file) => textAt(file, 'hash') !== undefined);
}

interface Graph {
  readonly direct: ReadonlySet<string>;
  /** Undefined if nothing shows what the project depends on. */
  readonly runtime: ReadonlySet<string> | undefined;
}

function graphOf(entries: readonly Fields[], governed: readonly Manifest[]): Graph {
  const edges = new Map<string, string[]>();
  for (const entry of entries) {
    const needed = edges.get(nameOf(entry)) ?? [];
    needed.push(...namesIn(itemsAt(entry, 'dependencies')), ...namesInGroups(entry, 'optional-dependencies'));
    edges.set(nameOf(entry), needed);
  }
  const own = entries.filter(isOwn);
  const asked = own.flatMap((entry) => edges.get(nameOf(entry)) ?? []);
  const development = own.flatMap((entry) => namesInGroups(entry, 'dev-dependencies'));
  const roots = own.length === 0 ? [...declaredNames(governed)] : asked;
  return {
    direct: new Set([...roots, ...development]),
    runtime: own.length + roots.length === 0 ? undefined : reachable(roots, (name) => edges.get(name) ?? []),
  };
}

/** uv's lockfile: `uv.lock`. */
export function readUvLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = readToml(text);
  if (!Object.hasOwn(document, 'version')) throw new UnreadablePackaging('is not a uv lockfile');
  const entries = itemsAt(document, 'package').flatMap((entry): Fields[] => [fieldsOf(entry) ?? {}]);
  const lines = matchingLines(text, /^\s*\[\[\s*package\s*\]\]/);
  const { direct, runtime } = graphOf(entries, governed);
  const dependencies = eachOnce(
    entries.flatMap((entry, at): ResolvedDependency[] => {
      if (isOwn(entry)) return [];
      const name = nameOf(entry);
      const source = sourceOf(entry);
      return [
        {
          ecosystem: 'PyPI',
          name,
          version: textAt(entry, 'version') ?? '',
          source,
          ...defined('location', locationOf(entry)),
          ...defined('index', privateRegistry('PyPI', textAt(entry, 'source', 'registry'))),
          direct: direct.has(name),
          dev: runtime !== undefined && !runtime.has(name),
          hashed: isHashed(entry) || (source === 'git' && namesCommit(textAt(entry, 'source', 'git') ?? '')),
          installScript: false,
          lockfile: path,
          line: lines[at]?.line ?? 1,
        },
      ];
    }),
  );
  const members = entries.filter(isOwn).map(nameOf);
  return { path, dependencies, missing: missingFrom(path, dependencies, governed), members };
}
