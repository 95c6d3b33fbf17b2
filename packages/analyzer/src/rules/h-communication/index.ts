import type { Rule } from '../rule.js';
import { bindAll } from './bind-all.js';
import { openCors } from './open-cors.js';
import { originCheck } from './origin-check.js';
import { plainHttp } from './plain-http.js';
import { unverifiedTls } from './unverified-tls.js';
import { weakCrypto } from './weak-crypto.js';
import { weakRandom } from './weak-random.js';

/** The rules of class H: insecure communication. */
export const rules: readonly Rule[] = [
  unverifiedTls,
  bindAll,
  originCheck,
  openCors,
  plainHttp,
  weakCrypto,
  weakRandom,
];
