import { extensionOf } from '../files/package-path.js';
import type { FileRole, PackageFiles } from '../files/source-file.js';

/** The fields of files of data that name the code of a tool: `module: tools/test_device`. */
const NAMED_CODE = /^\s*["']?(?:module|handler)["']?:\s*["']?([\w.-]+(?:\/[\w.-]+)+)["']?,?\s*$/gmu;
const DATA = /\.(?:ya?ml|json)$/iu;
/** Larger files of data do not describe a tool. */
const MAX_BYTES = 64 * 1024;
/** A package does not have more of them. */
const MAX_FILES = 2000;

function* codeNamedIn(files: PackageFiles, roles: ReadonlyMap<string, FileRole>): Generator<string> {
  let left = MAX_FILES;
  for (const [path, bytes] of files) {
    if (roles.get(path) !== 'data' || bytes.length > MAX_BYTES || !DATA.test(path)) continue;
    if ((left -= 1) < 0) return;
    for (const [, code = ''] of Buffer.from(bytes).toString('utf8').matchAll(NAMED_CODE)) yield code;
  }
}

/** The modules that files of data name as the code of tools. */
export class DescribedCode {
  private named: ReadonlySet<string> | undefined;

  constructor(
    private readonly files: PackageFiles,
    private readonly roles: ReadonlyMap<string, FileRole>,
  ) {}

  /** Whether a module is named by the end of its path, without its ending. */
  has(path: string): boolean {
    this.named ??= new Set(codeNamedIn(this.files, this.roles));
    if (this.named.size === 0) return false;
    const folders = path.slice(0, path.length - extensionOf(path).length - 1).split('/');
    return folders.some((_, index) => this.named?.has(folders.slice(index).join('/')));
  }
}
