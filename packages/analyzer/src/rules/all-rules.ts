import { rules as execution } from './a-execution/index.js';
import { rules as paths } from './b-paths/index.js';
import { rules as permissions } from './c-permissions/index.js';
import { rules as queries } from './d-queries/index.js';
import { rules as secrets } from './e-secrets/index.js';
import { rules as exposure } from './f-exposure/index.js';
import { rules as requests } from './g-requests/index.js';
import { rules as communication } from './h-communication/index.js';
import { rules as storage } from './i-storage/index.js';
import { rules as logging } from './j-logging/index.js';
import { rules as output } from './k-output/index.js';
import { rules as poisoning } from './l-poisoning/index.js';
import { rules as exhaustion } from './m-exhaustion/index.js';
import { rules as complexity } from './n-complexity/index.js';
import type { Rule } from './rule.js';

/** The version of the rule set, raised with the first change of a rule or of its results after a release. */
export const RULES_VERSION = '1.4.0';

/** All rules, class by class. */
export const ALL_RULES: readonly Rule[] = [
  ...execution,
  ...paths,
  ...permissions,
  ...queries,
  ...secrets,
  ...exposure,
  ...requests,
  ...communication,
  ...storage,
  ...logging,
  ...output,
  ...poisoning,
  ...exhaustion,
  ...complexity,
];
