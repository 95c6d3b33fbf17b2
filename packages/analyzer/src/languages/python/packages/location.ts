import { valid } from '@renovatebot/pep440';
import {
  archiveName,
  gitReference,
  hostedReference,
  type GitReference,
} from '../../../packages/package-archives.js';
import type { DependencySource } from '../../../packages/package-facts.js';
import { normalizedPypiName } from '../../../packages/package-names.js';

const SOURCE_ARCHIVE = /\.(?:tar\.(?:gz|bz2|xz)|tgz|zip)$/iu;

/** The source of a requirement by location: `git+https://…`, `https://…`, a path. */
export function locationSource(location: string): DependencySource {
  if (/^(?:git|hg|svn|bzr)\+|^git(?:@|:)|\.git(?:[@#]|$)/.test(location)) return 'git';
  return /^https?:/i.test(location) ? 'http' : 'file';
}

/** A package by the name of its wheel or source archive. */
interface Archive {
  /** Normalized. */
  readonly name: string;
  readonly version: string;
}

/** `name-1.2-py3-none-any.whl`, with an optional build number. */
function wheel(file: string): Archive | undefined {
  const [name = '', version = '', ...tags] = file.slice(0, -'.whl'.length).split('-');
  return tags.length >= 3 && tags.length <= 4 && valid(version) !== null
    ? { name: normalizedPypiName(name), version }
    : undefined;
}

/** `name-1.2.tar.gz`. Names may have hyphens: the version is what follows the last one before a digit, or the wanted name. */
function sourceArchive(stem: string, wanted: string | undefined): Archive | undefined {
  for (let at = stem.lastIndexOf('-'); at > 0; at = stem.lastIndexOf('-', at - 1)) {
    const [name, version] = [normalizedPypiName(stem.slice(0, at)), stem.slice(at + 1)];
    if (/^\d/u.test(version) && valid(version) !== null && (wanted === undefined || name === wanted))
      return { name, version };
  }
  return undefined;
}

/**
 * The package in a wheel or source archive, by the name of the file.
 * @param wanted the normalized name of the package, if it is known
 */
export function archiveAt(location: string, wanted?: string): Archive | undefined {
  const file = archiveName(location);
  if (file.length > 300) return undefined;
  if (/\.whl$/iu.test(file)) return wheel(file);
  return SOURCE_ARCHIVE.test(file) ? sourceArchive(file.replace(SOURCE_ARCHIVE, ''), wanted) : undefined;
}

/** The path of a location, without its host, and what follows an `@` in it: a Git reference. */
function pathOf(location: string): [path: string, reference: string] {
  const path = location
    .replace(/[?#].*$/su, '')
    .replace(/^[a-z+]+:\/\/[^/]*/iu, '')
    .replace(/^git@/u, '');
  const at = path.indexOf('@');
  return at === -1 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
}

/** The name of the folder or repository at a location: `name` for `git+https://host/owner/name.git@v1`. */
export const folderName = (location: string): string =>
  archiveName(pathOf(location)[0]).replace(/\.git$/u, '');

/** The reference of a Git location: `git+https://host/owner/name.git@v1#egg=name`. */
const referenceOf = (location: string): GitReference => gitReference(pathOf(location)[1]);

/**
 * The version that a location names: that of a wheel or source archive of the package, or a tag.
 * @param name the normalized name of the package
 */
export function versionAt(location: string, source: DependencySource, name: string): string | undefined {
  if (source === 'registry') return undefined;
  if (source === 'git') return referenceOf(location).version;
  const archive = archiveAt(location, name);
  if (archive !== undefined) return archive.name === name ? archive.version : undefined;
  const hosted = source === 'http' ? hostedReference(location) : undefined;
  return hosted === undefined ? undefined : gitReference(hosted).version;
}
