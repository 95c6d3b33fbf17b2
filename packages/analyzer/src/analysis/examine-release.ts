import { createHash } from 'node:crypto';
import type { DistributionTree, Release } from '../files/release.js';
import type { FileRole, PackageFiles } from '../files/source-file.js';
import type { Finding } from '../findings/finding.js';
import { described, examine, type Described, type Examined, type ExaminedWith } from './examine.js';
import { classifyFiles } from '../sources/classify.js';
import { entryFiles } from '../sources/entry-files.js';

/** Trees that are examined besides the main one; more are alike, or no release of a server. */
const MAX_TREES = 6;
const NATIVE = /\.(?:so|pyd|dll|dylib)$/iu;
/** What describes a wheel, and differs between any two. */
const INERT = /\.dist-info\/(?:RECORD|WHEEL|RECORD\.jws|RECORD\.p7s)$/u;
const RUN: ReadonlySet<FileRole> = new Set(['product', 'minified']);
/** Roles of files that may differ without a difference in what runs. */
const BESIDE: ReadonlySet<FileRole> = new Set(['binary', 'docs', 'test', 'example', 'ci']);

/** A distribution that was examined on its own, because it runs other code than the main one. */
export interface ExaminedTree {
  readonly tree: DistributionTree;
  readonly known: Described;
  readonly examined: Examined;
}

/** What the distributions of a release show besides its main files. */
export interface ExaminedRelease {
  readonly trees: readonly ExaminedTree[];
  /** What was not analyzed, in words. */
  readonly problems: readonly string[];
}

/** A native module without the platform in its name. */
const stemOf = (path: string): string => path.replace(/(^|\/)([^/.]+)\.[^/]*$/u, '$1$2');

const nativeIn = (files: PackageFiles): ReadonlySet<string> =>
  new Set([...files.keys()].filter((path) => NATIVE.test(path)).map(stemOf));

/** Whether a distribution runs code that is not the product's in the main files, or has native code that they lack. */
function runsOther(
  { files, imports, facts }: Described,
  { places }: DistributionTree,
  main: ReadonlyMap<string, FileRole>,
  natives: ReadonlySet<string>,
): boolean {
  const entries = entryFiles(files, facts);
  const roles = classifyFiles(files, [...entries.files, ...entries.shells], imports);
  for (const [path, role] of roles) {
    if (places.has(path)) {
      if (
        places.get(path) === undefined ? !natives.has(stemOf(path)) : !BESIDE.has(role) && !INERT.test(path)
      )
        return true;
    } else if (RUN.has(role) && !RUN.has(main.get(path) ?? 'data')) return true;
  }
  return false;
}

/** The same for distributions that install the same, apart from the native code of their platforms. */
function signatureOf({ files }: DistributionTree): string {
  const hash = createHash('sha256');
  const lines = [...files].flatMap(([path, bytes]) => {
    if (INERT.test(path)) return [];
    if (NATIVE.test(path)) return [stemOf(path)];
    return [`${path} ${createHash('sha256').update(bytes).digest('hex')}`];
  });
  return hash.update(lines.sort().join('\n')).digest('hex');
}

/**
 * Examines the distributions of a release that run other code than the main files, each as a whole, so that a file of one
 * is not taken for that of another.
 */
export async function examineRelease(
  { distributions, trees }: Release,
  main: Described & { readonly examined: Examined },
  given: ExaminedWith,
): Promise<ExaminedRelease> {
  const problems = distributions.flatMap(({ filename, problem }) =>
    problem === undefined ? [] : [`${filename}: ${problem}`],
  );
  const natives = nativeIn(main.files);
  const signatures = new Set<string>();
  const found: ExaminedTree[] = [];
  for (const tree of trees) {
    const signature = signatureOf(tree);
    if (signatures.has(signature)) continue;
    signatures.add(signature);
    const known = described(tree.files);
    if (!runsOther(known, tree, main.examined.parsed.roles, natives)) continue;
    if (found.length < MAX_TREES) found.push({ tree, known, examined: await examine(known, given) });
    else
      problems.push(
        `${tree.filename}: was not analyzed, because more than ${MAX_TREES} files of the release differ`,
      );
  }
  return { trees: found, problems };
}

/** What tells the distributions of one version apart, without the version: findings survive a new one. */
const kindOf = (filename: string): string =>
  /\.whl$/iu.test(filename) ? filename.split('-').slice(-3).join('-') : 'sdist';

/**
 * The findings of a distribution that are not in the main files, with the paths of their files in reports.
 * @param kind those that count, or those of preview rules
 */
export function findingsBeside(
  { tree: { filename, places }, examined }: ExaminedTree,
  kind: 'findings' | 'previews',
  known: Set<string>,
): Finding[] {
  const shown = (path: string): string => places.get(path) ?? path;
  const own = (id: string): string =>
    createHash('sha256')
      .update(`${kindOf(filename)}\0${id}`)
      .digest('hex');
  return examined[kind].flatMap((finding) => {
    const { location, cause, trace } = finding;
    const isOwn = places.get(location.path) !== undefined;
    const fingerprint = isOwn ? own(finding.fingerprint) : finding.fingerprint;
    if (known.has(fingerprint)) return [];
    known.add(fingerprint);
    return [
      {
        ...finding,
        fingerprint,
        group: isOwn || places.get(cause.path) !== undefined ? own(finding.group) : finding.group,
        location: { ...location, path: shown(location.path) },
        cause: { ...cause, path: shown(cause.path) },
        trace: trace.map((step) => ({ ...step, path: shown(step.path) })),
      },
    ];
  });
}
