import type { Level } from './msss.js';

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** The grade of a global score. */
export function gradeOf(globalScore: number): Grade {
  if (globalScore >= 90) return 'A';
  if (globalScore >= 80) return 'B';
  if (globalScore >= 70) return 'C';
  return globalScore >= 60 ? 'D' : 'F';
}

/** The level for a global score. */
export function levelOf(globalScore: number): Level {
  if (globalScore >= 90) return 3;
  if (globalScore >= 80) return 2;
  return globalScore >= 60 ? 1 : 0;
}
