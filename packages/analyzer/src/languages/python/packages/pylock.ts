import { matchingLines } from '../../../packages/matching-lines.js';
import type {
  DependencySource,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { type PackagingFile, UnreadablePackaging } from '../../../packages/packaging-file.js';
import { privateRegistry } from '../../../packages/registries.js';
import { eachOnce, namesCommit } from '../../../packages/resolved.js';
import {
  defined,
  entriesAt,
  type Fields,
  fieldsOf,
  itemsAt,
  textAt,
  textsAt,
  valueAt,
} from '../../../packages/values.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { versionAt } from './location.js';
import { Markers } from './markers.js';
import { declaredNames, missingFrom } from './python-facts.js';
import { readToml } from './toml-document.js';

/** The source of a package, and its location if that is no index. */
function originOf(entry: Fields): { readonly source: DependencySource; readonly location?: string } {
  const vcs = fieldsOf(valueAt(entry, 'vcs'));
  if (vcs !== undefined) {
    const commit = textAt(vcs, 'commit-id') ?? textAt(vcs, 'requested-revision');
    const location = textAt(vcs, 'url') ?? textAt(vcs, 'path') ?? '';
    return { source: 'git', location: commit === undefined ? location : `${location}@${commit}` };
  }
  const directory = fieldsOf(valueAt(entry, 'directory'));
  if (directory !== undefined) return { source: 'file', location: textAt(directory, 'path') ?? '.' };
  const archive = fieldsOf(valueAt(entry, 'archive'));
  if (archive === undefined) return { source: 'registry' };
  const url = textAt(archive, 'url');
  return url === undefined
    ? { source: 'file', location: textAt(archive, 'path') ?? '' }
    : { source: 'http', location: url };
}

/** Whether all files of a package have a digest. */
function isHashed(entry: Fields): boolean {
  const files = [
    ...itemsAt(entry, 'wheels'),
    ...['sdist', 'archive'].flatMap((key) => valueAt(entry, key) ?? []),
  ];
  return files.length > 0 && files.every((file) => entriesAt(file, 'hashes').length > 0);
}

/** Whether a marker is about groups that are not installed unless they are asked for. */
function isForDevelopment(marker: string | undefined, usual: ReadonlySet<string>): boolean {
  if (marker === undefined || /\bor\b/u.test(marker)) return false;
  const [, group] = /["']([^"']*)["']\s+in\s+dependency_groups/u.exec(marker) ?? [];
  return group !== undefined && !usual.has(group);
}

/** Python's standard lockfile (PEP 751): `pylock.toml`. */
export function readPylock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = readToml(text);
  if (!Object.hasOwn(document, 'lock-version')) throw new UnreadablePackaging('is not a lockfile of Python');
  const entries = itemsAt(document, 'packages').flatMap((entry): Fields[] => [fieldsOf(entry) ?? {}]);
  const lines = matchingLines(text, /^\s*\[\[\s*packages\s*\]\]/);
  const declared = declaredNames(governed);
  const usual = new Set(textsAt(document, 'default-groups'));
  const needed = new Set(
    entries.flatMap((entry) =>
      itemsAt(entry, 'dependencies').map((item) => normalizedPypiName(textAt(item, 'name') ?? '')),
    ),
  );
  const markers = new Markers(textAt(document, 'requires-python'));
  const dependencies = eachOnce(
    entries.flatMap((entry, at): ResolvedDependency[] => {
      const name = normalizedPypiName(textAt(entry, 'name') ?? '');
      const marker = textAt(entry, 'marker');
      const origin = originOf(entry);
      const { source, location = '' } = origin;
      // The project itself.
      if (source === 'file' && /^\.\/?$/u.test(location)) return [];
      if (marker !== undefined && markers.applicability(marker) === 'never') return [];
      return [
        {
          ecosystem: 'PyPI',
          name,
          version: textAt(entry, 'version') ?? versionAt(location, source, name) ?? '',
          ...origin,
          ...defined(
            'index',
            source === 'registry' ? privateRegistry('PyPI', textAt(entry, 'index')) : undefined,
          ),
          direct: declared.size === 0 ? !needed.has(name) : declared.has(name),
          dev: isForDevelopment(marker, usual),
          hashed: isHashed(entry) || (source === 'git' && namesCommit(location)),
          installScript: false,
          lockfile: path,
          line: lines[at]?.line ?? 1,
        },
      ];
    }),
  );
  return { path, dependencies, missing: missingFrom(path, dependencies, governed) };
}
