import { fileName, folderOf, withoutDots } from '../../files/package-path.js';
import type { PackageFiles } from '../../files/source-file.js';
import { memoByNode } from '../../common/memo.js';
import { entriesAt, itemsAt, textAt, textsAt, type Fields } from '../../packages/values.js';
import { UnreadablePackaging } from '../../packages/packaging-file.js';
import { readIni } from './packages/setup-cfg.js';
import { SetupArguments } from './packages/setup-arguments.js';
import { readToml } from './packages/toml-document.js';
import { foldersOfPathFiles } from './path-files.js';

/** Where Python finds the modules of a project. Folders have no slash at the end; that of the project's files is empty. */
export interface SearchPath {
  /** Folders whose modules are imported by their names, even if the folder is a package itself. */
  readonly roots: ReadonlySet<string>;
  /** The folders of packages that are installed under another name, by that name: `mypackage` is in `source`. */
  readonly renamed: ReadonlyMap<string, string>;
}

const MAX_BYTES = 256 * 1024;
const MAX_ROOTS = 200;
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\.[\p{L}_][\p{L}\p{N}\p{M}_]*)*$/u;

/** Collects what the manifests of a project say. */
class SearchPathReading implements SearchPath {
  readonly roots = new Set(['']);
  readonly renamed = new Map<string, string>();

  constructor(private readonly files: PackageFiles) {}

  read(): this {
    for (const folder of foldersOfPathFiles(this.files)) this.roots.add(folder.slice(0, -1));
    for (const [path, bytes] of this.files) {
      const name = fileName(path);
      if (bytes.length > MAX_BYTES || this.roots.size > MAX_ROOTS) continue;
      const text = (): string => Buffer.from(bytes).toString('utf8');
      if (name === 'pyproject.toml') this.readProject(folderOf(path), text());
      else if (name === 'setup.cfg') this.readSetupCfg(folderOf(path), text());
      else if (name === 'setup.py') this.readSetupPy(folderOf(path), text());
    }
    return this;
  }

  private addRoot(folder: string, path: string): void {
    const root = withoutDots(`${folder}${path}`);
    if (root !== undefined) this.roots.add(root);
  }

  /** The folders beside a manifest from which its modules are imported. */
  private addUsual(folder: string): void {
    this.addRoot(folder, '');
    this.addRoot(folder, 'src');
  }

  /** A package that is installed under a name; an empty one is the folder of all of them. */
  private add(folder: string, name: string, path: string): void {
    if (name === '') this.addRoot(folder, path);
    const plain = name.replaceAll('/', '.');
    const target = withoutDots(`${folder}${path}`);
    if (target !== undefined && NAME.test(plain) && this.renamed.size < MAX_ROOTS)
      this.renamed.set(plain, target);
  }

  /** A project whose own folder is its package: `import my_server.tools` in the project `my-server`. */
  private addOwnFolder(folder: string, project: string | undefined): void {
    const name = project?.toLowerCase().replaceAll(/[-.]+/gu, '_') ?? '';
    const isPackage = this.files.has(`${folder}__init__.py`);
    const hasFolder = ['', 'src/'].some((root) =>
      [`${root}${name}/__init__.py`, `${root}${name}.py`].some((path) => this.files.has(`${folder}${path}`)),
    );
    if (isPackage && !hasFolder && name !== '') this.add(folder, name, '.');
  }

  private readProject(folder: string, text: string): void {
    this.addUsual(folder);
    const document = documentOf(text);
    if (document === undefined) return;
    this.addOwnFolder(
      folder,
      textAt(document, 'project', 'name') ?? textAt(document, 'tool', 'poetry', 'name'),
    );
    const tool = (...keys: string[]): string[] => ['tool', ...keys];
    this.addAll(folder, document, tool('setuptools', 'package-dir'));
    for (const root of textsAt(document, ...tool('setuptools', 'packages', 'find', 'where')))
      this.addRoot(folder, root);
    for (const each of itemsAt(document, ...tool('poetry', 'packages'))) {
      const from = textAt(each, 'from') ?? '';
      const [include = '', to] = [textAt(each, 'include'), textAt(each, 'to')];
      if (to === undefined) this.addRoot(folder, from);
      else this.add(folder, `${to}/${include}`, `${from}/${include}`);
    }
    for (const root of [
      textAt(document, ...tool('pdm', 'build', 'package-dir')),
      textAt(document, ...tool('uv', 'build-backend', 'module-root')),
      textAt(document, ...tool('maturin', 'python-source')),
    ])
      if (root !== undefined) this.addRoot(folder, root);
    this.readHatch(folder, document);
  }

  /** `packages`, `sources` and `force-include` of hatch, for all targets or that of wheels. */
  private readHatch(folder: string, document: Fields): void {
    for (const target of [['build'], ['build', 'targets', 'wheel']]) {
      const keys = ['tool', 'hatch', ...target];
      for (const path of textsAt(document, ...keys, 'packages')) this.addRoot(folder, folderOf(path));
      for (const root of textsAt(document, ...keys, 'sources')) this.addRoot(folder, root);
      for (const field of ['sources', 'force-include'])
        for (const [path, name] of entriesAt(document, ...keys, field))
          if (typeof name === 'string') this.add(folder, name, path);
    }
  }

  private addAll(folder: string, document: Fields, keys: readonly string[]): void {
    for (const [name, path] of entriesAt(document, ...keys))
      if (typeof path === 'string') this.add(folder, name, path);
  }

  private readSetupCfg(folder: string, text: string): void {
    this.addUsual(folder);
    const values = readIni(text);
    for (const { text: entry } of values.get('options\0package_dir') ?? []) {
      const [name = '', path] = entry.split('=', 2);
      if (path !== undefined) this.add(folder, name.trim(), path.trim());
    }
    for (const { text: root } of values.get('options.packages.find\0where') ?? []) this.addRoot(folder, root);
  }

  private readSetupPy(folder: string, text: string): void {
    this.addUsual(folder);
    for (const [name, path] of new SetupArguments(text).entries('package_dir')) this.add(folder, name, path);
  }
}

function documentOf(text: string): Fields | undefined {
  try {
    return readToml(text);
  } catch (error) {
    // The reader of manifests reports it.
    if (error instanceof UnreadablePackaging) return undefined;
    throw error;
  }
}

/** Where Python finds the modules of a project, by its manifests. */
export const searchPathOf = memoByNode((files: PackageFiles): SearchPath =>
  new SearchPathReading(files).read(),
);
