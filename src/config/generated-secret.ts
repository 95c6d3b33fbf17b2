import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';

const MIN_SECRET_BYTES = 32;

/**
 * A random secret that is made at the first start and kept in `<dataDir>/secrets/<name>`, readable by its owner only.
 * 32 random bytes as base64url. Two processes that start together end up with the same one.
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
    // A hard link appears whole or not at all, and fails when another process was first.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** Where the secrets that nobody has set come from. @throws ConfigError for one that is damaged */
export type SecretSource = (name: string) => string;

/** Secrets for a program that signs and checks nothing. It leaves nothing behind. */
export const passingSecret: SecretSource = () => randomSecret();

const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Generated secrets that are kept, unless what is kept of one is shorter than any that was ever generated. */
export const secretsKeptIn =
  (dataDir: string): SecretSource =>
  (name) => {
    const secret = generatedSecret(dataDir, name);
    if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret;
    throw new ConfigError([
      `${name}: the generated secret in ${dataDir}/secrets is damaged; restore or delete its file`,
    ]);
  };
