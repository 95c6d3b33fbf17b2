import { fileName, folderOf, withoutDots } from '../../files/package-path.js';
import type { PackageFiles } from '../../files/source-file.js';
import { memoByNode } from '../../common/memo.js';
import { directivesIn, isFolder } from './packages/go-mod.js';

const MANIFESTS = new Set(['go.mod', 'go.work']);
const MAX_BYTES = 1024 * 1024;

/** A module by its path in imports, and its folder, without a slash at the end. */
export type ModuleFolder = readonly [module: string, folder: string];

/** The modules that a manifest declares or replaces by folders. */
function* modulesIn(path: string, text: string): Generator<ModuleFolder> {
  const folder = folderOf(path);
  for (const { verb, words } of directivesIn(text)) {
    const [first = ''] = words;
    if (verb === 'module' && fileName(path) === 'go.mod') yield [first, folder.slice(0, -1)];
    const arrow = words.indexOf('=>');
    const [target = ''] = words.slice(arrow + 1);
    if (verb !== 'replace' || arrow < 1 || !isFolder(target)) continue;
    const replaced = withoutDots(`${folder}${target}`);
    if (replaced !== undefined) yield [first, replaced];
  }
}

/** The modules of Go in a package: those of its `go.mod` files, and those that these or `go.work` replace by folders. Inner ones first. */
export const moduleFolders = memoByNode((files: PackageFiles): readonly ModuleFolder[] => {
  const found: ModuleFolder[] = [];
  for (const [path, bytes] of files)
    if (MANIFESTS.has(fileName(path)) && bytes.length <= MAX_BYTES)
      found.push(...modulesIn(path, Buffer.from(bytes).toString('utf8')));
  return found.filter(([module]) => module !== '').sort(([left], [right]) => right.length - left.length);
});
