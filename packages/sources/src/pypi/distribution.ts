import type { DistributionFile } from './index-api.js';

/** How a file of a release is packed; `unknown` is one that installers read and this program does not. */
export type Packing = 'wheel' | 'tar' | 'zip' | 'unknown';

/** A file of a release that an installer may choose. */
export interface Distribution {
  readonly file: DistributionFile;
  readonly packing: Packing;
}

/** Whatever the names of files say about their kind, pip and uv go by these endings. Eggs and installers are no choice of theirs. */
const KINDS: readonly { readonly name: RegExp; readonly packing: Packing }[] = [
  { name: /\.whl$/i, packing: 'wheel' },
  { name: /\.(?:tar\.gz|tgz)$/i, packing: 'tar' },
  { name: /\.zip$/i, packing: 'zip' },
  { name: /\.(?:tar|tar\.[a-z0-9]+|tbz2?|txz|tlz|tzst)$/i, packing: 'unknown' },
];

/** The first ones are read first: what most machines install, then what everyone can fall back to. */
const RANKS: readonly RegExp[] = [
  /-(?:[a-z0-9_]+\.)*py3(?:\.[a-z0-9_]+)*-none-any\.whl$/i,
  /-none-any\.whl$/i,
];

function rankOf({ file, packing }: Distribution): number {
  const rank = RANKS.findIndex((name) => name.test(file.filename));
  if (rank !== -1) return rank;
  return packing === 'wheel' ? RANKS.length + 1 : RANKS.length;
}

const byName = (one: Distribution, other: Distribution): number =>
  one.file.filename < other.file.filename ? -1 : 1;

/**
 * The files of a release that an installer may choose, also yanked ones, which an exact version still installs. The first
 * one is what most machines install: a wheel for every platform, else one for some, else a source distribution.
 */
export function installable(files: readonly DistributionFile[]): Distribution[] {
  const found = files
    .flatMap((file): Distribution[] => {
      const kind = KINDS.find(({ name }) => name.test(file.filename));
      return kind === undefined ? [] : [{ file, packing: kind.packing }];
    })
    .sort((one, other) => rankOf(one) - rankOf(other) || byName(one, other));
  const first = found.findIndex(({ packing }) => packing === 'wheel');
  return first < 1 ? found : [...found.splice(first, 1), ...found];
}
