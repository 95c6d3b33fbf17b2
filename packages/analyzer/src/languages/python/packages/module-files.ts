import { folderOf } from '../../../files/package-path.js';
import { compiledOnly } from '../compiled-modules.js';
import type { PackageFiles } from '../../../files/source-file.js';

const MODULE = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\.[\p{L}_][\p{L}\p{N}\p{M}_]*)*$/u;
/** Folders beside a manifest in which packages lie. */
const ROOTS = ['', 'src/', 'lib/', 'python/'];

/** The folder of a project: a wheel describes what lies beside its description. */
function projectOf(manifest: string): string {
  const folder = folderOf(manifest);
  return folder.endsWith('.dist-info/') ? folderOf(folder.slice(0, -1)) : folder;
}

const filesNamed = (root: string, path: string, isPackage: boolean): string[] => [
  `${root}${path}.py`,
  `${root}${path}/__init__.py`,
  ...(isPackage ? [`${root}${path}/__main__.py`] : []),
];

/**
 * The files that run when a module is imported and called: `pkg.server:main`, and for `pkg` also `python -m pkg`. They are
 * looked for beside the manifest, and else in every folder: a build may take packages from anywhere.
 */
export function filesOfModule(entry: string, manifest: string, files: PackageFiles): string[] {
  const [module = ''] = entry.trim().split(/[:\s[]/u, 1);
  if (!MODULE.test(module)) return [];
  const path = module.replaceAll('.', '/');
  const isPackage = !entry.includes(':');
  const folder = projectOf(manifest);
  const beside = ROOTS.flatMap((root) => filesNamed(`${folder}${root}`, path, isPackage)).filter((each) =>
    files.has(each),
  );
  if (beside.length > 0) return beside;
  const compiled = ROOTS.flatMap((root) => compiledOnly(`${folder}${root}${path}`, files));
  if (compiled.length > 0) return compiled;
  const names = filesNamed('', path, isPackage).map((name) => `/${name}`);
  return [...files.keys()].filter((each) => names.some((name) => `/${each}`.endsWith(name)));
}
