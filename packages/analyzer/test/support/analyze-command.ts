import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

const COMMAND = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled command and waits until it exits. */
export function analyzeCommand(words: readonly string[], env: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1024 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** The JSON report of a package. */
export function reportOf(path: string, words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const ended = analyzeCommand([path, '--format', 'json', ...words], env);
  if (ended.stdout === '') throw new Error(`no report: ${ended.stderr}`);
  return { ...ended, report: JSON.parse(ended.stdout) };
}

/** A new folder with files. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-analyze-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

type Entry = Parameters<ReturnType<typeof pack>['entry']>[0] & { readonly content?: string };

/** A packed package, as a file. */
export async function archiveOf(entries: readonly Entry[]): Promise<string> {
  const stream = pack();
  for (const { content, ...header } of entries) stream.entry(header, content ?? '');
  stream.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return fileOf('package.tgz', gzipSync(Buffer.concat(chunks)));
}

/** A file in a new folder. */
export function fileOf(name: string, content: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mcp-analyze-')), name);
  writeFileSync(path, content);
  return path;
}
