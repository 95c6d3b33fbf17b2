import { matchingLines } from '../../../packages/matching-lines.js';
import type {
  DependencySource,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { type PackagingFile, runtimeNames, UnreadablePackaging } from '../../../packages/packaging-file.js';
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
  textsAt,
} from '../../../packages/values.js';
import { declaredNames, missingFrom } from './python-facts.js';
import { normalizedPypiName } from '../../../packages/package-names.js';

const SOURCES: Readonly<Record<string, DependencySource>> = {
  git: 'git',
  url: 'http',
  file: 'file',
  directory: 'file',
};

/** Where a package comes from that is not taken from an index. */
function locationOf(entry: Fields): string {
  const url = textAt(entry, 'source', 'url') ?? '';
  const reference = textAt(entry, 'source', 'resolved_reference');
  return reference === undefined ? url : `${url}@${reference}`;
}

const nameOf = (entry: unknown): string => normalizedPypiName(textAt(entry, 'name') ?? '');

/** The runtime dependencies of the packages, by name. */
function edgesOf(entries: readonly Fields[]): ReadonlyMap<string, Iterable<string>> {
  const edges = new Map<string, Set<string>>();
  for (const entry of entries) {
    const needed = edges.get(nameOf(entry)) ?? new Set();
    for (const [name] of entriesAt(entry, 'dependencies')) needed.add(normalizedPypiName(name));
    edges.set(nameOf(entry), needed);
  }
  return edges;
}

/** Whether packages are only for development: the lockfile says so, except in some versions, where the manifest decides. */
function developmentTest(
  entries: readonly Fields[],
  governed: readonly Manifest[],
): (entry: Fields) => boolean {
  const edges = edgesOf(entries);
  const runtime = reachable(runtimeNames(governed), (name) => edges.get(name) ?? []);
  return (entry) => {
    const category = textAt(entry, 'category');
    if (category !== undefined) return category !== 'main';
    const groups = textsAt(entry, 'groups');
    if (groups.length > 0) return !groups.includes('main');
    return governed.length > 0 && !runtime.has(nameOf(entry));
  };
}

/** poetry's lockfile, versions 1 and 2: `poetry.lock`. */
export function readPoetryLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = readToml(text);
  if (!Object.hasOwn(document, 'package') && !Object.hasOwn(document, 'metadata'))
    throw new UnreadablePackaging('is not a poetry lockfile');
  const entries = itemsAt(document, 'package').flatMap((entry): Fields[] => [fieldsOf(entry) ?? {}]);
  const lines = matchingLines(text, /^\s*\[\[\s*package\s*\]\]/);
  const isForDevelopment = developmentTest(entries, governed);
  const declared = declaredNames(governed);
  const dependencies = eachOnce(
    entries.map((entry, at): ResolvedDependency => {
      const name = nameOf(entry);
      const type = textAt(entry, 'source', 'type') ?? '';
      const source = Object.hasOwn(SOURCES, type) ? (SOURCES[type] ?? 'registry') : 'registry';
      const commit = textAt(entry, 'source', 'resolved_reference') ?? '';
      // Before version 1.1 of the format, all digests are at the end.
      const files = [
        ...itemsAt(entry, 'files'),
        ...itemsAt(document, 'metadata', 'files', textAt(entry, 'name') ?? ''),
      ];
      return {
        ecosystem: 'PyPI',
        name,
        version: textAt(entry, 'version') ?? '',
        source,
        ...(source !== 'registry' && { location: locationOf(entry) }),
        ...defined(
          'index',
          source === 'registry' ? privateRegistry('PyPI', textAt(entry, 'source', 'url')) : undefined,
        ),
        direct: declared.has(name),
        dev: isForDevelopment(entry),
        hashed:
          files.some((file) => textAt(file, 'hash') !== undefined) ||
          (source === 'git' && namesCommit(commit)),
        installScript: false,
        lockfile: path,
        line: lines[at]?.line ?? 1,
      };
    }),
  );
  return { path, dependencies, missing: missingFrom(path, dependencies, governed) };
}
