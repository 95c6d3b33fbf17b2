import { join } from 'node:path';
import { isObject } from '../../common/values/json.js';
import type { UserFolders } from './user-folders.js';
import { readPrivateFile } from './private-file.js';

/** A public Ed25519 key that the user has pinned, with its thumbprint (RFC 7638). */
export interface PinnedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
}

/** What `mcp-hub login` keeps. */
export interface LoginSettings {
  /** The address of mcp-hub, with a slash at its end. */
  readonly hub: string;
  /** The address of the registry, with a slash at its end. */
  readonly registry: string;
  /** A JWT of the registry, or an API token as `id:secret`; absent where the registry needs none. */
  readonly token?: string;
  /** When the token ends, if that is known: RFC 3339. */
  readonly token_expires_at?: string;
  /** The address of the allow list, without a slash at its end. Whoever has it can read the list. */
  readonly allow_list: string;
  readonly key: PinnedKey;
  /** The id or slug of the organization whose decisions count. */
  readonly organization: string;
  readonly environment: string;
  /** Random: the name of the folder with the decisions of exactly this list, key, organization and environment. */
  readonly decisions: string;
}

const MAX_BYTES = 64 * 1024;
const TEXTS = ['hub', 'registry', 'allow_list', 'organization', 'environment', 'decisions'] as const;

/** The path of the file. */
export const loginFile = ({ configuration }: UserFolders): string => join(configuration, 'login.json');

/** The login is missing or unusable. The message says what to do. */
export class UnusableLogin extends Error {}

/**
 * Reads what `mcp-hub login` has kept.
 * @throws UnusableLogin, UnsafeFile; errors of the system
 */
export function readLogin(folders: UserFolders): LoginSettings {
  const bytes = readPrivateFile(loginFile(folders), MAX_BYTES);
  if (bytes === undefined) throw new UnusableLogin('there is no login; run mcp-hub login');
  const value = parsed(bytes.toString());
  if (!isLogin(value)) throw new UnusableLogin('the login cannot be read; run mcp-hub login');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLogin(value: unknown): value is LoginSettings {
  if (!isObject(value) || !TEXTS.every((name) => typeof value[name] === 'string')) return false;
  const { key, token, token_expires_at: expires } = value;
  return (
    /^[\w-]+$/.test(String(value['decisions'])) &&
    isObject(key) &&
    typeof key['x'] === 'string' &&
    typeof key['kid'] === 'string' &&
    [token, expires].every((each) => each === undefined || typeof each === 'string')
  );
}
