import { choosesCode, isFolderOfUser } from '../common/code-variables.js';
import { withoutDots } from '../files/package-path.js';

/** The folder of the bundle, as manifests write it. */
const OWN = /^\$\{__dirname\}(?=$|\/)/;

/** The path in the bundle that a word means; undefined for anything else. Empty for its folder. */
export function ownPath(word: string): string | undefined {
  const text = word.replaceAll(/\$\{(?:\/|pathSeparator)\}|\\/gu, '/');
  if (!OWN.test(text)) return undefined;
  const rest = text.replace(OWN, '');
  return rest.includes('${') ? undefined : withoutDots(rest);
}

/** Variables of uv that choose nothing where it runs the bundle's own project. */
const HARMLESS = /^(?:UV_OFFLINE|UV_FROZEN|UV_LOCKED)$/iu;
/** Lists of folders, which may be those of the bundle. */
const FOLDERS = /^(?:NODE_PATH|PYTHONPATH)$/u;

/** The folders in a list of them, if all are the bundle's own; clients leave `${PYTHONPATH}` as it is. */
export function ownFolders(value: string): readonly string[] | undefined {
  const parts = value
    .split(/[:;]/u)
    .filter((part) => part !== '' && !/^\$\{(?:NODE_PATH|PYTHONPATH)\}$/u.test(part));
  const paths = parts.map(ownPath);
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

/** A variable that may choose other code than the bundle's. */
export const choosingVariable = (variables: ReadonlyMap<string, string>): string | undefined =>
  [...variables].find(
    ([name, value]) =>
      (choosesCode(name) || isFolderOfUser(name) || /^(?:shell|ifs|uv_python)$/iu.test(name)) &&
      !HARMLESS.test(name) &&
      !(FOLDERS.test(name) && ownFolders(value) !== undefined),
  )?.[0];

/** The name of a program without its ending; undefined for one with a path. */
export const programOf = (word: string): string | undefined =>
  /^[\w.-]+$/u.test(word) ? word.toLowerCase().replace(/\.(?:exe|cmd|bat)$/u, '') : undefined;
