import { fileName, folderOf, withoutDots } from '../files/package-path.js';
import type { PackageFiles } from '../files/source-file.js';
import type { Manifest } from '../packages/package-facts.js';
import { filesRunBy } from '../packages/commands.js';
import { languageOf } from './language-of.js';

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
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.ts', '.py', '/index.js'];

/** The words of a launcher that may be paths. */
function wordsOf(path: string, text: string): string[] {
  const lines = text.replaceAll(/\\\r?\n/gu, ' ').split('\n');
  const read = CONTAINERS.test(fileName(path)) ? lines.filter((line) => RUN_LINE.test(line)) : lines;
  return read.flatMap((line) => line.split(SEPARATORS)).filter((word) => /[./]/u.test(word));
}

/**
 * Source files that run although no manifest lists them as an entry point: what installation scripts start, and what launchers
 * such as a Dockerfile name. Their folders say nothing about their role.
 */
export function launchedFiles(files: PackageFiles, manifests: readonly Manifest[]): string[] {
  const found = new Set<string>();
  const add = (folder: string, word: string): void => {
    // In a container or a bundle, the package may lie in another folder: `/app/server.js`, `${__dirname}/server.js`.
    const relative = word.replace(/^\$\{?\w+\}?\/|^\/?(?:app|usr\/src\/app|src\/app|workspace)\//u, '');
    for (const each of new Set([word, relative]))
      for (const ending of ENDINGS) {
        const path = withoutDots(`${folder}${each}${ending}`);
        if (path !== undefined && languageOf(path, files.get(path) ?? new Uint8Array()) !== undefined)
          if (files.has(path)) found.add(path);
      }
  };
  for (const { path, installScripts } of manifests)
    for (const { command } of installScripts)
      for (const file of filesRunBy(command)) add(folderOf(path), file);
  for (const [path, bytes] of files)
    if (bytes.length <= MAX_BYTES && LAUNCHERS.test(fileName(path)))
      for (const word of wordsOf(path, Buffer.from(bytes).toString('utf8'))) add(folderOf(path), word);
  return [...found];
}
