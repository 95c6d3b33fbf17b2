import { withoutDots } from '../files/package-path.js';
import type { PackageFiles } from '../files/source-file.js';
import { isShell, languageOf } from './language-of.js';

const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.py', '/index.js'];
/** Scripts of shells and systems: they are no code of an analyzed language, and looked at as text. */
const SYSTEM_SCRIPT = /\.(?:bat|cmd|ps1|zsh|ksh)$/iu;

/** The files that commands run. */
export class RunFiles {
  readonly found = new Set<string>();
  private folders: ReadonlySet<string> | undefined;

  constructor(readonly files: PackageFiles) {}

  bytesOf(path: string): Uint8Array {
    return this.files.get(path) ?? new Uint8Array();
  }

  /** Adds the source file that a word names, if there is one. */
  add(folder: string, word: string): void {
    // In a container or a bundle, the package may lie in another folder: `/app/server.js`, `${__dirname}/server.js`.
    const relative = word.replace(/^\$\{?\w+\}?\/|^\/?(?:app|usr\/src\/app|src\/app|workspace)\//u, '');
    for (const each of new Set([word, relative]))
      for (const ending of ENDINGS) {
        const path = withoutDots(`${folder}${each}${ending}`);
        if (path !== undefined && this.files.has(path) && languageOf(path, this.bytesOf(path)) !== undefined)
          this.found.add(path);
      }
  }

  /** Adds a module of Python. */
  addModule(folder: string, name: string): void {
    const path = name.replaceAll('.', '/');
    for (const each of [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`]) {
      this.add(folder, each);
      this.add(folder, `src/${each}`);
    }
  }

  /** The file that a command names, whatever it is called. */
  fileOf(folder: string, file: string): string | undefined {
    const name = file.replace(/^(?:\$\{?\w+\}?)?\/+/u, '');
    return ENDINGS.map((ending) => withoutDots(`${folder}${name}${ending}`)).find(
      (each) => each !== undefined && this.files.has(each),
    );
  }

  /** Whether files are in a folder that a command names. */
  isFolder(folder: string, name: string): boolean {
    const inner = withoutDots(`${folder}${name}`);
    if (inner === undefined || inner === '') return false;
    this.folders ??= new Set([...this.files.keys()].flatMap(foldersAround));
    return this.folders.has(`${inner}/`);
  }

  /** Whether a file is looked at as the text of a shell script. */
  isSystemScript(path: string): boolean {
    return isShell(path, this.bytesOf(path)) || SYSTEM_SCRIPT.test(path);
  }
}

/** The folders around a file, each with a slash at its end. */
const foldersAround = (path: string): string[] =>
  [...path.matchAll(/\//gu)].map(({ index }) => path.slice(0, index + 1));
