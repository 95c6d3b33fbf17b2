import type { Rule } from '../rule.js';
import { literalComparison } from './literal-comparison.js';
import { literalKey } from './literal-key.js';
import { providerKey } from './provider-key.js';
import { secretFile } from './secret-file.js';
import { secretInUrl } from './secret-in-url.js';
import { secretOnCommandLine } from './secret-on-command-line.js';
import { tokenInQuery } from './token-in-query.js';
import { writtenSecret } from './written-secret.js';

/** Secrets in the package, and secrets that others can see. */
export const rules: readonly Rule[] = [
  providerKey,
  writtenSecret,
  literalKey,
  literalComparison,
  secretInUrl,
  secretOnCommandLine,
  secretFile,
  tokenInQuery,
];
