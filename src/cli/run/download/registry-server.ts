import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoginSettings } from '../../login/login-settings.js';
import { writePrivateFile } from '../../login/private-file.js';
import { isObject } from '../../../common/values/json.js';
import { entryKey, openEntry, type CacheEntry } from '../cache/cache-entry.js';
import type { DecidedSource } from '../decisions/known-decision.js';
import type { RegistryDownload } from './registry-download.js';
import { readManifest, type ServerManifest } from '../launch/manifest.js';
import { Refusal } from '../refusal.js';

/** A server of the registry in the cache. */
export interface RegistryServer {
  readonly entry: CacheEntry;
  readonly manifest: ServerManifest;
}

type RegistrySource = Extract<DecidedSource, { kind: 'registry' }>;

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const MAX_MANIFEST = 10 * 1024 * 1024;

/**
 * The files and the manifest of a version, from the cache or the registry.
 * @throws Refusal, DamagedEntry
 */
export async function registryServer(
  source: RegistrySource,
  login: LoginSettings,
  cache: string,
): Promise<RegistryServer> {
  const key = entryKey(source.digest);
  const [kept, entry] = [keptManifest(cache, source, login), openEntry(cache, key, source.digest)];
  if (kept !== undefined && entry !== undefined) return { entry, manifest: checked(kept, source) };
  const { RegistryDownload: Download } = await import('./registry-download.js');
  const download = new Download(login);
  const bytes = kept ?? (await fetchManifest(cache, source, login, download));
  const manifest = checked(bytes, source);
  if (entry !== undefined) return { entry, manifest };
  const { writeEntry } = await import('../cache/write-entry.js');
  const { unpack } = await import('../cache/unpack.js');
  const [org = ''] = source.path.split('/');
  const made = await writeEntry(cache, key, async (folder) => {
    const archive = join(folder, '..', 'bundle.tar.gz');
    await download.bundle(org, source.digest, archive);
    await unpack(archive, folder);
    rmSync(archive);
    return {
      content: { digest: source.digest, name: `${manifest.packageId}@${manifest.version}` },
      first: manifest.command.map((word) => word.replace(/^(?:\{bundle\}|\$\{bundle\}|\.)\//, '')),
    };
  });
  return { entry: made, manifest };
}

/** A manifest of another package would be one of other bytes. */
function checked(bytes: Buffer, { path }: RegistrySource): ServerManifest {
  const manifest = readManifest(bytes);
  if (manifest.packageId.toLowerCase() !== path.toLowerCase())
    throw new Refusal(`the manifest is that of another package than ${path}`);
  return manifest;
}

/** Which manifest belongs to a bundle of a package: it is asked once, so that the registry cannot change it later. */
const linkFile = (cache: string, { digest }: RegistrySource): string =>
  join(cache, 'manifests', `of-${digest.replace(':', '-')}.json`);

const manifestFile = (cache: string, digest: string): string =>
  join(cache, 'manifests', `${digest.replace(':', '-')}.json`);

/** The kept manifest, if it has the size and time that it had; `mcp-hub cache verify` hashes it. */
function keptManifest(
  cache: string,
  source: RegistrySource,
  { registry }: LoginSettings,
): Buffer | undefined {
  const link = parsed(smallFile(linkFile(cache, source))?.toString());
  const { manifest, mark } = link ?? {};
  if (link?.['registry'] !== registry || link['path'] !== source.path) return undefined;
  if (typeof manifest !== 'string' || !DIGEST.test(manifest)) return undefined;
  const file = manifestFile(cache, manifest);
  return markOf(file) === mark ? smallFile(file) : undefined;
}

function parsed(text: string | undefined) {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function markOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.size} ${found.mtimeMs}`;
}

function smallFile(path: string): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= MAX_MANIFEST ? readFileSync(path) : undefined;
}

async function fetchManifest(
  cache: string,
  source: RegistrySource,
  { registry }: LoginSettings,
  download: RegistryDownload,
): Promise<Buffer> {
  const [org = ''] = source.path.split('/');
  const manifest = await download.manifestDigest(source.path, source.digest);
  const bytes = await download.manifest(org, manifest);
  const file = manifestFile(cache, manifest);
  writePrivateFile(file, bytes);
  const link = { registry, path: source.path, manifest, mark: markOf(file) };
  writePrivateFile(linkFile(cache, source), JSON.stringify(link));
  return bytes;
}
