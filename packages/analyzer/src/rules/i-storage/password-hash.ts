import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { HASH_CALLS, weakHash } from '../support/weak-hash.js';

const check: CallCheck = (event, report) => {
  const weak = weakHash(event);
  if (weak?.subject !== 'password') return;
  report({
    at: event.frame,
    lines: event.node,
    sink: weak.algorithm,
    description: `\`${weak.name}\` is stored as ${weak.algorithm.toUpperCase()}: a graphics card can test billions of passwords per second against it.`,
  });
};

/** Passwords hashed too fast to resist guessing. */
export const passwordHash: Rule = {
  id: 'MCP-I004',
  class: 'I',
  title: 'Password kept as a fast hash',
  severity: 'medium',
  confidence: 'high',
  cwe: 916,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A password hashed by MD5 or SHA-1.',
  why: 'Whoever gets the table of hashes has most of the passwords within hours.',
  example: {
    language: 'python',
    bad: 'hashlib.md5(password.encode()).hexdigest()',
    good: 'hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)',
  },
  fix: 'Use Argon2, scrypt or bcrypt with a salt of its own for each password.',
  notCounted: ['hashes of other things', 'hashes that say `usedforsecurity=False`'],
  calls: byName(HASH_CALLS, check),
};
