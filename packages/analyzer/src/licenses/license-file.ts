import { decodeSource } from '../files/decode-source.js';
import type { PackageFiles } from '../files/source-file.js';

const NAME = /^(?:licen[cs]e|copying|unlicense)(?:[-.][^/]*)?$/i;

/** The text of the licence in the package's own folder; undefined without one. Of several the one with the shortest name. */
export function licenseTextOf(files: PackageFiles): string | undefined {
  const paths = [...files.keys()].filter((path) => NAME.test(path)).sort();
  const [path] = paths.sort((one, other) => one.length - other.length);
  const bytes = path === undefined ? undefined : files.get(path);
  return bytes === undefined ? undefined : decodeSource(bytes).text;
}
