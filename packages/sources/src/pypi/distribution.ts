import type { DistributionFile } from './index-api.js';

/** How a file of a release is packed. */
export type Packing = 'tar' | 'zip';

export interface Distribution {
  readonly file: DistributionFile;
  readonly packing: Packing;
}

/**
 * The kinds of files, the preferred ones first. A source distribution is what its publisher wrote; a wheel may lack
 * parts of that.
 */
const KINDS: readonly { readonly name: RegExp; readonly packing: Packing }[] = [
  { name: /\.(?:tar\.gz|tgz)$/i, packing: 'tar' },
  { name: /\.zip$/i, packing: 'zip' },
  // For every platform, then for some.
  { name: /-none-any\.whl$/i, packing: 'zip' },
  { name: /\.whl$/i, packing: 'zip' },
];

/**
 * The file of a release that is analyzed; of several alike, the first by name. Undefined when there is none of a kind
 * that can be read.
 */
export function chooseDistribution(files: readonly DistributionFile[]): Distribution | undefined {
  for (const { name, packing } of KINDS) {
    const [file] = files
      .filter(({ filename }) => name.test(filename))
      .sort((one, other) => (one.filename < other.filename ? -1 : 1));
    if (file) return { file, packing };
  }
  return undefined;
}
