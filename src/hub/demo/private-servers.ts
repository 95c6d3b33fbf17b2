import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoFolder } from './demo-folders.js';
import { DEMO, DEMO_PACKAGES } from './demo-servers.js';
import type { ServerVersion } from './demo.read-model.js';
import { EXAMPLE_FOLDER, exampleFix } from './example-fix.js';
import { packFolder } from './packed-folder.js';

const EXAMPLE = `${DEMO}/git-log`;
const FIXED_VERSION = '1.0.1';
/** The package that has findings: those of the example are fixed. */
const PACKAGE = 'modelcontextprotocol/everything';

/** A version that the demo pushes to its organization. */
export interface PrivateServer extends ServerVersion {
  /** Packs its bundle. */
  readonly bundle: () => Promise<Uint8Array>;
}

/** The private servers of the demo in the order of their versions: the example, its fix, and a package if it is installed. */
export async function privateServers(): Promise<readonly PrivateServer[]> {
  return [
    { name: EXAMPLE, version: '1.0.0', bundle: () => packed(EXAMPLE_FOLDER) },
    { name: EXAMPLE, version: FIXED_VERSION, bundle: fixedExample },
    ...(await installedPackage()),
  ];
}

const packed = async (folder: string, changed?: Readonly<Record<string, string>>): Promise<Uint8Array> =>
  (await packFolder(folder, changed)).bytes;

async function fixedExample(): Promise<Uint8Array> {
  const manifest = JSON.parse(await readFile(join(EXAMPLE_FOLDER, 'package.json'), 'utf8')) as object;
  const changed = { ...manifest, version: FIXED_VERSION };
  return packed(EXAMPLE_FOLDER, {
    ...(await exampleFix()),
    'package.json': `${JSON.stringify(changed, null, 2)}\n`,
  });
}

async function installedPackage(): Promise<readonly PrivateServer[]> {
  const server = DEMO_PACKAGES.find(({ name }) => name === PACKAGE);
  const folder = server && (await demoFolder(server));
  if (server === undefined || folder === undefined) return [];
  const name = `${DEMO}${server.name.slice(server.name.indexOf('/'))}`;
  return [{ name, version: server.version, bundle: () => packed(folder) }];
}
