import { EntryNames, RefusedPackage } from '@mcp-hub/analyzer/archives';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';

/** `<name>-<version>.data/<scheme>/<rest>` */
const DATA = /^([^/]*\.data)\/([^/]*)\/(.+)$/;
const IN_DATA = /^([^/]*\.data)(?:\/|$)/;
const DIST_INFO = /^([^/]+)\.dist-info\//;
/** Where packages are in the prefix of an installation. */
const SITE_PACKAGES = /^(?:lib(?:64)?\/(?:python|pypy)[^/]*|lib)\/(?:site|dist)-packages\/(.+)$/i;
const KEPT = new Set(['scripts', 'headers']);

const invalid = (reason: string, path: string): SourceError =>
  new SourceError('invalid', `${reason}: ${escapedText(path)}`);

/**
 * The path of a wheel's file among the installed packages, by pip's rules: what is in `.data/purelib` and `.data/platlib`
 * lies beside the packages, and so does what `.data/data` puts there. Scripts, headers and other data keep their paths.
 * @param own the data folders of the wheel: pip takes any `….data` for one, and other installers only its own
 * @throws SourceError for a scheme that installers do not know, and for another data folder
 */
function installedPath(path: string, own: ReadonlySet<string>): string {
  const [, folder] = IN_DATA.exec(path) ?? [];
  if (folder !== undefined && !own.has(folder))
    throw invalid('the wheel has a data folder that is not its own', path);
  const [, , scheme = '', rest = ''] = DATA.exec(path) ?? [];
  if (rest === '') {
    if (folder !== undefined) throw invalid('the wheel has data without a scheme', path);
    return path;
  }
  if (scheme === 'purelib' || scheme === 'platlib') return rest;
  if (scheme === 'data') return SITE_PACKAGES.exec(rest)?.[1] ?? path;
  if (KEPT.has(scheme)) return path;
  throw invalid('the wheel has data of a scheme that installers do not know', path);
}

/**
 * The files of a wheel by their paths after the installation.
 * @throws SourceError when two of them have one place, on any system, or it is described twice
 */
export function installedFiles<File>(files: ReadonlyMap<string, File>): Map<string, File> {
  const installed = new Map<string, File>();
  const infos = new Set([...files.keys()].flatMap((path) => DIST_INFO.exec(path)?.[1] ?? []));
  // pip installs none of these, and others go by the name of the file.
  if (infos.size > 1) throw invalid('the wheel describes two packages', [...infos].join(', '));
  const own = new Set([...infos].map((name) => `${name}.data`));
  for (const [path, file] of files) {
    const place = installedPath(path, own);
    if (installed.has(place)) throw invalid('the wheel installs two files in one place', place);
    installed.set(place, file);
  }
  checkPlaces(installed.keys());
  return installed;
}

/** Files that lie apart in the wheel may be one, or one within another, where they are installed. */
function checkPlaces(places: Iterable<string>): void {
  const names = new EntryNames();
  const files = new Set(places);
  for (const place of files) {
    for (let end = place.indexOf('/'); end !== -1; end = place.indexOf('/', end + 1))
      if (files.has(place.slice(0, end))) throw invalid('the wheel installs a file within a file', place);
    try {
      names.add(place);
    } catch (error) {
      if (!(error instanceof RefusedPackage)) throw error;
      throw new SourceError('invalid', `the wheel is refused: ${error.message}`, { cause: error });
    }
  }
}
