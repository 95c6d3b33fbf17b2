import { fileName, folderOf } from '../files/package-path.js';
import type { PackageFiles } from '../files/source-file.js';
import { LANGUAGES } from '../languages/index.js';
import type { Manifest, PackageFacts } from '../packages/package-facts.js';
import { languageOf } from './language-of.js';
import { launchedFiles, type EntryFiles } from './launched.js';

/** The files that a manifest names as code that runs: paths, or modules in the form of its language. */
function namedBy({ path, ecosystem, entrypoints, loaded = [] }: Manifest, files: PackageFiles): string[] {
  const packaging = LANGUAGES.find((language) => language.packaging.ecosystem === ecosystem)?.packaging;
  return [...entrypoints, ...loaded].flatMap((entry) =>
    files.has(entry) ? [entry] : (packaging?.filesOfEntry?.(entry, path, files) ?? [entry]),
  );
}

/** Scripts that a wheel puts where programs are. */
const isInstalledScript = (path: string): boolean => /^[^/]+\.data\/scripts\/[^/]+$/u.test(path);

/** Modules that Python imports at every start. */
const STARTS = /^(?:site|user)customize\.py$|\.pth$/u;
const isStarted = (path: string, bytes: Uint8Array, folders: ReadonlySet<string>): boolean =>
  folders.has(folderOf(path)) && STARTS.test(fileName(path)) && languageOf(path, bytes) !== undefined;

/** The files that the manifest of an MCP bundle starts. */
const startedBy = ({ mcpb }: Pick<PackageFacts, 'mcpb'>): string[] =>
  mcpb === undefined
    ? []
    : [
        mcpb.bundle.manifest.entryPoint,
        ...mcpb.launches.flatMap(({ start }) => (start.kind === 'bundle' ? [start.path] : [])),
      ];

/** The files that run without being imported: what manifests, install scripts and launchers name. */
export function entryFiles(
  files: PackageFiles,
  { manifests, mcpb }: Pick<PackageFacts, 'manifests' | 'mcpb'>,
): EntryFiles {
  const launched = launchedFiles(files, manifests);
  const folders = new Set(['', ...LANGUAGES.flatMap(({ sources }) => sources.startFolders?.(files) ?? [])]);
  const named = [
    ...manifests.flatMap((manifest) => namedBy(manifest, files)),
    ...launched.files,
    ...startedBy({ ...(mcpb && { mcpb }) }).filter((path) => files.has(path)),
    // A manifest that is a program runs at the installation: `setup.py`.
    ...manifests.flatMap(({ path }) => (languageOf(path, files.get(path) ?? new Uint8Array()) ? [path] : [])),
    ...[...files].flatMap(([path, bytes]) =>
      isInstalledScript(path) || isStarted(path, bytes, folders) ? [path] : [],
    ),
  ];
  return { ...launched, files: named };
}
