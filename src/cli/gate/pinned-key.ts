import {
  isThumbprint,
  pinnedKeys,
  publicKeyOf,
  type PublicKey,
} from '@mcp-hub/client-configurations/decisions';
import { printable } from '../../common/values/text.js';
import { CommandFailure } from '../command-failure.js';
import { jsonOfAddress } from './signed-address.js';
import { jsonOfFile } from './signed-file.js';
import type { DecisionsTarget } from './decisions-options.js';

const MAX_KEY_BYTES = 1024 * 1024;

/**
 * The pinned key. A thumbprint is looked up in a key set, wherever that is from: it is computed of the key itself.
 * @param hub the address of the key set of the hub; undefined if the decisions are a file
 * @throws CommandFailure
 */
export async function readPinnedKey(
  { key, keySet }: DecisionsTarget,
  hub: URL | undefined,
): Promise<PublicKey> {
  if (!isThumbprint(key)) {
    const found = publicKeyOf(await jsonOfFile(key, MAX_KEY_BYTES));
    if (found !== undefined) return found;
    throw new CommandFailure(
      `--key (MCP_HUB_KEY) must be the thumbprint of a key, or a file with a public Ed25519 key as a JWK; ${printable(key, 300)} is neither`,
    );
  }
  if (keySet === undefined && hub === undefined)
    throw new CommandFailure(
      'give --key-set (MCP_HUB_KEY_SET) with the thumbprint of a key, or the key as a file',
    );
  const set =
    keySet !== undefined
      ? await jsonOfFile(keySet, MAX_KEY_BYTES)
      : hub !== undefined && (await jsonOfAddress(hub, MAX_KEY_BYTES));
  const [found] = pinnedKeys(key, set);
  if (found === undefined)
    throw new CommandFailure(`the key set has no key with the thumbprint ${key}; check --key (MCP_HUB_KEY)`);
  return found;
}
