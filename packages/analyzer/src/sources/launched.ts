import { fileName, folderOf } from '../files/package-path.js';
import type { PackageFiles } from '../files/source-file.js';
import type { Manifest, PackagingProblem } from '../packages/package-facts.js';
import { followInstallations } from './installed.js';
import { RunFiles } from './run-files.js';

/** The files that run without being imported. */
export interface EntryFiles {
  /** Programs, and files of any kind that run as programs. */
  readonly files: readonly string[];
  /** Shell scripts that an installation runs: they are looked at as text. */
  readonly shells: readonly string[];
  /** What an installation runs besides, and why it is not known. */
  readonly problems: readonly PackagingProblem[];
}

/** Files by which others than a package manager start a server: containers, bundles and registries of MCP. */
const LAUNCHERS =
  /^(?:(?:.*\.)?(?:dockerfile|containerfile)(?:\..*)?|manifest\.json|server\.json|smithery\.ya?ml|procfile|fly\.toml)$/iu;
const CONTAINERS = /^(?:.*\.)?(?:docker|container)file/iu;
/** The lines of a container file that say what runs. */
const RUN_LINE = /^\s*(?:CMD|ENTRYPOINT)\b/iu;
/** Larger files are not written by hand. */
const MAX_BYTES = 64 * 1024;
/** What separates the words of commands, in lists, texts and structured data. */
const SEPARATORS = /[\s"'`;&|()[\]{}=,]+/u;
/** The words of a launcher. */
function wordsOf(path: string, text: string): string[] {
  const lines = text.replaceAll(/\\\r?\n/gu, ' ').split('\n');
  const read = CONTAINERS.test(fileName(path)) ? lines.filter((line) => RUN_LINE.test(line)) : lines;
  return read.flatMap((line) => line.split(SEPARATORS)).filter((word) => word !== '');
}

/**
 * Files that run although no manifest lists them as an entry point: what installation scripts start, and what launchers such as a
 * Dockerfile name. Their folders say nothing about their role.
 */
export function launchedFiles(files: PackageFiles, manifests: readonly Manifest[]): EntryFiles {
  const launched = new RunFiles(files);
  const problems = followInstallations(launched, manifests);
  for (const [path, bytes] of files)
    if (bytes.length <= MAX_BYTES && LAUNCHERS.test(fileName(path))) {
      const words = wordsOf(path, Buffer.from(bytes).toString('utf8'));
      for (const [index, word] of words.entries())
        if (word === '-m') launched.addModule(folderOf(path), words[index + 1] ?? '');
        else if (/[./]/u.test(word)) launched.add(folderOf(path), word);
    }
  const [shells, others] = [new Set<string>(), new Set<string>()];
  for (const path of launched.found) (launched.isSystemScript(path) ? shells : others).add(path);
  return { files: [...others], shells: [...shells], problems };
}
