import type { Rule } from '../rule.js';
import { clientPattern } from './client-pattern.js';
import { processTimeout } from './process-timeout.js';
import { requestTimeout } from './request-timeout.js';
import { slowPattern } from './slow-pattern.js';
import { unlimitedLogin } from './unlimited-login.js';

/** The rules of class N: algorithmic complexity and missing timeouts. */
export const rules: readonly Rule[] = [
  clientPattern,
  slowPattern,
  requestTimeout,
  processTimeout,
  unlimitedLogin,
];
