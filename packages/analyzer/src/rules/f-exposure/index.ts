import type { Rule } from '../rule.js';
import { chosenVariable } from './chosen-variable.js';
import { collectedSecrets } from './collected-secrets.js';
import { environmentLeaves } from './environment-leaves.js';
import { hiddenRecipient } from './hidden-recipient.js';
import { privateFiles } from './private-files.js';
import { secretInLookup } from './secret-in-lookup.js';
import { secretReturned } from './secret-returned.js';
import { sessionState } from './session-state.js';
import { sharedCache } from './shared-cache.js';
import { telemetry } from './telemetry.js';

/** The rules of class F: exposure and exfiltration of data. */
export const rules: readonly Rule[] = [
  environmentLeaves,
  chosenVariable,
  privateFiles,
  telemetry,
  hiddenRecipient,
  secretReturned,
  secretInLookup,
  collectedSecrets,
  sharedCache,
  sessionState,
];
