import { packagePath } from '../files/package-path.js';
import { refuse } from './refused-archive.js';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Where Windows has a drive, npm begins again on all systems. */
const DRIVE = /(?:^|\/)[A-Za-z]:/;
const ASCII = /^[\x20-\x7e]*$/;
/** The default stream of a file, which Windows has under this name too. */
const STREAM = /:[^:]*:\$[A-Za-z_]*$/;
/** Windows drops them. */
const AT_END = /[. ]+$/;
/** Some file systems pass over them. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Normalizes the name of an archive's entry: relative, with `/`, without `.` and empty parts. Empty for the root.
 * @throws RefusedPackage for a name that leaves the archive, means different files to different programs or is too long
 */
export function entryPath(name: string): string {
  if (CONTROL.test(name) && !name.includes('\0')) refuse('A name has a control character', name);
  const path = packagePath(name);
  if (DRIVE.test(name)) refuse('A path begins with a drive letter', name);
  return path;
}

/** What all spellings of a name have in common that some file system takes for one. */
function folded(part: string): string {
  const shape = ASCII.test(part)
    ? part.toLowerCase()
    : part.replace(IGNORED, '').normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  return shape.replace(STREAM, '').replace(AT_END, '');
}

/** The names in an archive: no two of them may be one on any file system. */
export class EntryNames {
  /** By what they have in common with others. */
  private readonly paths = new Map<string, string>();

  /** @throws AmbiguousArchive */
  add(path: string): void {
    let [key, end] = ['', -1];
    do {
      const start = end + 1;
      end = path.indexOf('/', start);
      const spelled = end === -1 ? path : path.slice(0, end);
      const shape = folded(spelled.slice(start));
      if (shape === '') refuse('A name is empty on some systems', path);
      key += `/${shape}`;
      const known = this.paths.get(key);
      if (known === undefined) this.paths.set(key, spelled);
      else if (known !== spelled)
        refuse(
          'Two names are one where letters, spaces or dots do not tell them apart',
          `${known}, ${spelled}`,
        );
    } while (end !== -1);
  }
}
