import { Option, type Command } from 'commander';
import { CommandFailure } from '../command-failure.js';

/** The options of a gate that evaluates by signed decisions. */
export interface DecisionsOptions {
  readonly decisions?: string;
  readonly key?: string;
  readonly keySet?: string;
  readonly cache?: string;
}

/** Where signed decisions are, and what is pinned. */
export interface DecisionsTarget {
  readonly from: string;
  readonly key: string;
  readonly keySet: string | undefined;
  readonly cache: string | undefined;
}

/** Adds the options, each with its environment variable. */
export function addDecisionsOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--decisions <file|url>',
        'evaluate by signed decisions without asking mcp-hub: a file, or the address of an allow list',
      ).env('MCP_HUB_DECISIONS'),
    )
    .addOption(
      new Option('--key <pin>', 'the key that signs them: its thumbprint (kid), or a file with a JWK').env(
        'MCP_HUB_KEY',
      ),
    )
    .addOption(
      new Option('--key-set <file>', 'a JWKS that has the pinned key; that of the hub by default').env(
        'MCP_HUB_KEY_SET',
      ),
    )
    .addOption(
      new Option('--cache <folder>', 'where the newest issue that was seen is remembered').env(
        'MCP_HUB_CACHE',
      ),
    );
}

const given = (text: string | undefined): string | undefined => {
  const plain = text?.trim() ?? '';
  return plain === '' ? undefined : plain;
};

/** The decisions that options name; undefined if they name none. @throws CommandFailure for a missing pin */
export function readDecisionsTarget(options: DecisionsOptions): DecisionsTarget | undefined {
  const from = given(options.decisions);
  if (from === undefined) return undefined;
  const key = given(options.key);
  if (key === undefined)
    throw new CommandFailure('set MCP_HUB_KEY, or give --key: without a pinned key, decisions prove nothing');
  return { from, key, keySet: given(options.keySet), cache: given(options.cache) };
}
