import type { Rule } from '../rule.js';
import { clearSecret } from './clear-secret.js';
import { openMode } from './open-mode.js';
import { passwordHash } from './password-hash.js';
import { temporaryPath } from './temporary-path.js';

/** The rules of class I: insecure storage. */
export const rules: readonly Rule[] = [clearSecret, temporaryPath, openMode, passwordHash];
