import { DEFAULT_ASK_AGAIN_SECONDS } from '@mcp-hub/client-configurations/decisions';
import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { integer } from './value-parsers.js';

const HOUR_MS = 3_600_000;
const LONGEST_HOURS = 168;

export const SIGNED_DECISION_KEYS = {
  signed_decisions_hours: key(
    integer(1, LONGEST_HOURS),
    24,
    'How long signed decisions are valid, in hours: so long do clients go on with them while the hub is away.',
  ),
  signed_decisions_ask_again_seconds: key(
    integer(60, HOUR_MS / 1000),
    DEFAULT_ASK_AGAIN_SECONDS,
    'After how many seconds clients ask for newer signed decisions: so long may a revoked version still start.',
  ),
};

/** How long signed decisions are used. */
export interface SignedDecisionSettings {
  readonly validMs: number;
  readonly askAgainSeconds: number;
}

export function signedDecisionSettings(reader: ConfigReader): SignedDecisionSettings {
  const keys = reader.of(SIGNED_DECISION_KEYS);
  return {
    validMs: keys.read('signed_decisions_hours') * HOUR_MS,
    askAgainSeconds: keys.read('signed_decisions_ask_again_seconds'),
  };
}
