import type { Rule } from '../rule.js';
import { secretInLog } from './secret-in-log.js';
import { stackReturned } from './stack-returned.js';
import { statementReturned } from './statement-returned.js';
import { swallowedError } from './swallowed-error.js';

/** The rules of class J: logging and error handling. */
export const rules: readonly Rule[] = [secretInLog, stackReturned, swallowedError, statementReturned];
