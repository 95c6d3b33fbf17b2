import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';

const MIN_SECRET_BYTES = 32;

/**
 * A random secret that is generated at the first start and stored in `<dataDir>/secrets/<name>`, readable only by its
 * owner: 32 random bytes as base64url. Processes that start concurrently get the same one.
 */
function generatedSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, name);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomSecret(), { mode: 0o600, flush: true });
  try {
    // Creating a hard link is atomic, and fails if another process was first.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** Source of secrets that are not configured. @throws ConfigError for a damaged one */
export type SecretSource = (name: string) => string;

/** Placeholder secrets for a program that neither signs nor verifies anything. Writes no files. */
export const ephemeralSecret: SecretSource = () => randomSecret();

const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Generated secrets, stored in the data directory. A stored one that is shorter than any generated one is damaged. */
export const storedSecrets =
  (dataDir: string): SecretSource =>
  (name) => {
    const secret = generatedSecret(dataDir, name);
    if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret;
    throw new ConfigError([
      `${name}: the generated secret in ${dataDir}/secrets is damaged; restore or delete its file`,
    ]);
  };
