import type { Rule } from '../rule.js';
import { allocation } from './allocation.js';
import { arrangements } from './arrangements.js';
import { decompression } from './decompression.js';
import { doublingRecursion } from './doubling-recursion.js';
import { messageSize } from './message-size.js';
import { openBody } from './open-body.js';
import { openDownload } from './open-download.js';
import { openLoop } from './open-loop.js';
import { workers } from './workers.js';

/** The rules of class M: resource exhaustion. */
export const rules: readonly Rule[] = [
  allocation,
  openLoop,
  decompression,
  workers,
  openBody,
  arrangements,
  doublingRecursion,
  messageSize,
  openDownload,
];
