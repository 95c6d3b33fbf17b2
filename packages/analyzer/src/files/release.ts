import { escapedText } from '../common/escaped-text.js';
import { linkOutside, RefusedPackage, type LeftOut, type PackageFiles } from './source-file.js';

/** Where the archive of a release says what it was made of (analysis contract 10). */
const INDEX = '.release.json';
const MAX_DISTRIBUTIONS = 10_000;
/** How many first folders of a path may be those of a source distribution, as `src`. */
const MAX_DEPTH = 5;
const SHA256 = /^[0-9a-f]{64}$/u;

/** A file of a release that an installer may choose. */
export interface Distribution {
  readonly filename: string;
  /** In hex. */
  readonly sha256: string;
  /** In bytes; null when it is not known. */
  readonly size: number | null;
  /** Why its files are not there. */
  readonly problem?: string;
}

/** The files of a distribution, as it is installed. */
export interface DistributionTree {
  readonly filename: string;
  /** By their paths in the main distribution, as far as that has them; native code is empty. */
  readonly files: PackageFiles;
  /** Files that differ from those of the main one, with their paths in reports; undefined for native code. */
  readonly places: ReadonlyMap<string, string | undefined>;
}

/** The files of a Python release: what one machine installs, and what others may install. */
export interface Release {
  /** Of the set of distributions, in hex. */
  readonly sha256: string;
  /** The file name of the main distribution. */
  readonly main: string;
  /** By file name. */
  readonly distributions: readonly Distribution[];
  /** What each of them installs, where that is not all of the files. */
  readonly trees: readonly DistributionTree[];
}

type Fields = Readonly<Record<string, unknown>>;

const broken = (): RefusedPackage => new RefusedPackage('The index of the release is broken');

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw broken();
  return value as Fields;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw broken();
  return value;
}

function digestOf(value: unknown): string {
  const digest = textOf(value);
  if (!SHA256.test(digest)) throw broken();
  return digest;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw broken();
  return value as unknown[];
}

function distributionOf(value: unknown): Distribution {
  const { filename, sha256, size, problem } = fieldsOf(value);
  if (size !== null && !Number.isSafeInteger(size)) throw broken();
  return {
    filename: textOf(filename),
    sha256: digestOf(sha256),
    size: size as number | null,
    ...(problem !== undefined && { problem: escapedText(textOf(problem), 300) }),
  };
}

/** The name under which Python imports a file, with `/`; the path itself for all others. */
const moduleOf = (path: string): string => path.replace(/(?:\/__init__)?\.pyw?$/iu, '');

/** A path without its first folders, as far as the main distribution has a file or module of that name. */
function placeInMain(path: string, known: ReadonlySet<string>): string {
  let rest = path;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (known.has(rest) || known.has(moduleOf(rest))) return rest;
    const slash = rest.indexOf('/');
    if (slash === -1) break;
    rest = rest.slice(slash + 1);
  }
  return path;
}

/** The files of a distribution; undefined if they were not fetched. */
function treeOf(
  value: unknown,
  archive: PackageFiles,
  known: ReadonlySet<string>,
): DistributionTree | undefined {
  const { filename: name, files: listed } = fieldsOf(value);
  if (listed === undefined) return undefined;
  const filename = textOf(name);
  const files = new Map<string, Uint8Array>();
  const places = new Map<string, string | undefined>();
  for (const entry of listOf(listed)) {
    const [path, place] = listOf(entry);
    const given = textOf(path);
    const bytes = place === null ? new Uint8Array() : archive.get(textOf(place));
    if (bytes === undefined) throw broken();
    const isShared = typeof place === 'string' && !place.startsWith(`${filename}/`);
    const wanted = isShared ? place : placeInMain(given, known);
    const target = files.has(wanted) ? given : wanted;
    if (files.has(target)) continue;
    files.set(target, bytes);
    if (target !== place) places.set(target, typeof place === 'string' ? place : undefined);
  }
  return { filename, files, places };
}

const MAX_LINKS = 2000;

/** The links that lead out of a distribution, by their paths in reports. */
function linksOf(value: unknown, main: string): LeftOut[] {
  const { filename: name, links = [] } = fieldsOf(value);
  const filename = textOf(name);
  const listed = listOf(links);
  if (listed.length > MAX_LINKS) throw broken();
  return listed.map((link) => linkOutside(filename === main ? textOf(link) : `${filename}/${textOf(link)}`));
}

/**
 * Reads the archive of a release.
 * @returns the files of the main distribution with those that others have besides, the release, and links that are left out
 * @throws RefusedPackage when its index is missing or broken
 */
export function readRelease(archive: PackageFiles): {
  readonly files: PackageFiles;
  readonly release: Release;
  readonly leftOut: readonly LeftOut[];
} {
  const index = archive.get(INDEX);
  if (index === undefined) throw new RefusedPackage('The archive has no index of a release');
  let document: Fields;
  try {
    document = fieldsOf(JSON.parse(Buffer.from(index).toString('utf8')));
  } catch (error) {
    throw error instanceof SyntaxError ? broken() : error;
  }
  if (document['format'] !== 1) throw broken();
  const listed = listOf(document['distributions']);
  if (listed.length > MAX_DISTRIBUTIONS) throw broken();
  const distributions = listed.map(distributionOf);
  const own = new Set(distributions.map(({ filename }) => filename));
  const files = new Map(
    [...archive].filter(([path]) => path !== INDEX && !own.has(path.split('/', 1)[0] ?? '')),
  );
  const main = textOf(document['main']);
  const known = new Set([...files.keys()].flatMap((path) => [path, moduleOf(path)]));
  const trees = listed
    .flatMap((each) => treeOf(each, archive, known) ?? [])
    .filter((tree) => tree.places.size > 0 || tree.files.size < files.size);
  return {
    files,
    release: { sha256: digestOf(document['sha256']), main, distributions, trees },
    leftOut: listed.flatMap((each) => linksOf(each, main)),
  };
}
