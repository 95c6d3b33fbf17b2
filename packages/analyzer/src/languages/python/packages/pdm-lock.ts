import { matchingLines } from '../../../packages/matching-lines.js';
import type {
  DependencySource,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { type PackagingFile, runtimeNames, UnreadablePackaging } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit, reachable } from '../../../packages/resolved.js';
import { type Fields, fieldsOf, itemsAt, textAt, textsAt, valueAt } from '../../../packages/values.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { Markers } from './markers.js';
import { declaredNames, missingFrom } from './python-facts.js';
import { parseRequirement } from './requirement.js';
import { readToml } from './toml-document.js';

const LOCATIONS: readonly (readonly [key: string, source: DependencySource])[] = [
  ['git', 'git'],
  ['hg', 'git'],
  ['svn', 'git'],
  ['url', 'http'],
  ['path', 'file'],
];

const nameOf = (entry: Fields): string => normalizedPypiName(textAt(entry, 'name') ?? '');

/** The source of a package, and its location if that is no index. */
function originOf(entry: Fields): { readonly source: DependencySource; readonly location?: string } {
  for (const [key, source] of LOCATIONS) {
    const location = textAt(entry, key);
    if (location === undefined) continue;
    const revision = textAt(entry, 'revision') ?? textAt(entry, 'ref');
    return { source, location: revision === undefined ? location : `${location}@${revision}` };
  }
  return { source: 'registry' };
}

/** Whether packages are only for development: the lockfile has their groups, or the manifest decides. */
function developmentTest(
  entries: readonly Fields[],
  governed: readonly Manifest[],
): (entry: Fields) => boolean {
  const edges = new Map<string, string[]>();
  for (const entry of entries) {
    const needed = edges.get(nameOf(entry)) ?? [];
    for (const text of textsAt(entry, 'dependencies')) needed.push(parseRequirement(text)?.name ?? '');
    edges.set(nameOf(entry), needed);
  }
  const runtime = reachable(runtimeNames(governed), (name) => edges.get(name) ?? []);
  return (entry) => {
    const groups = textsAt(entry, 'groups');
    if (groups.length > 0) return !groups.includes('default');
    return governed.length > 0 && !runtime.has(nameOf(entry));
  };
}

/** PDM's lockfile: `pdm.lock`. */
export function readPdmLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = readToml(text);
  if (!Object.hasOwn(document, 'package') && !Object.hasOwn(document, 'metadata'))
    throw new UnreadablePackaging('is not a PDM lockfile');
  const entries = itemsAt(document, 'package').flatMap((entry): Fields[] => [fieldsOf(entry) ?? {}]);
  const lines = matchingLines(text, /^\s*\[\[\s*package\s*\]\]/);
  const isForDevelopment = developmentTest(entries, governed);
  const declared = declaredNames(governed);
  const markers = new Markers(textAt(document, 'metadata', 'targets', 'requires_python'));
  const dependencies = eachOnce(
    entries.flatMap((entry, at): ResolvedDependency[] => {
      const name = nameOf(entry);
      const version = textAt(entry, 'version') ?? '';
      const marker = textAt(entry, 'marker');
      const origin = originOf(entry);
      const { location = '' } = origin;
      // The project itself.
      if (origin.source === 'file' && /^\.\/?$/u.test(location)) return [];
      if (marker !== undefined && markers.applicability(marker) === 'never') return [];
      // Before version 4.2 of the format, all digests are at the end.
      const files = [
        ...itemsAt(entry, 'files'),
        ...itemsAt(valueAt(document, 'metadata', 'files'), `${textAt(entry, 'name') ?? ''} ${version}`),
      ];
      return [
        {
          ecosystem: 'PyPI',
          name,
          version,
          ...origin,
          direct: declared.has(name),
          dev: isForDevelopment(entry),
          hashed:
            files.some((file) => textAt(file, 'hash') !== undefined) ||
            (origin.source === 'git' && namesCommit(location)),
          installScript: false,
          lockfile: path,
          line: lines[at]?.line ?? 1,
        },
      ];
    }),
  );
  return { path, dependencies, missing: missingFrom(path, dependencies, governed) };
}
