import type { Rule } from '../rule.js';
import { allocation } from './allocation.js';
import { decompression } from './decompression.js';
import { openBody } from './open-body.js';
import { openLoop } from './open-loop.js';
import { workers } from './workers.js';

/** The rules of class M: resource exhaustion. */
export const rules: readonly Rule[] = [allocation, openLoop, decompression, workers, openBody];
