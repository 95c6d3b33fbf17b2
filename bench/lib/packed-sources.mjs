import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * The packed source of a Node.js package with these files.
 * @param {[name: string, path: string][]} files as `sources` of the analyzer's benchmark returns them
 * @param {string} note makes it unique
 * @returns {Promise<Buffer>}
 */
export async function packSources(files, note) {
  const manifest = { name: 'bench', version: '1.0.0', type: 'module', description: note };
  const tar = pack();
  tar.entry({ name: 'package/package.json' }, JSON.stringify(manifest));
  for (const [name, path] of files) tar.entry({ name: `package/${name}` }, readFileSync(path));
  tar.finalize();
  const chunks = [];
  for await (const chunk of tar) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}
