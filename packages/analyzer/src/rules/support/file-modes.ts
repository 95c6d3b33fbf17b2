import { constantOf, type Value } from '../../engine/values/value.js';

/** The permission bits of a mode, given as a number or as octal text. */
export function modeOf(value: Value | undefined): number | undefined {
  const constant = constantOf(value);
  if (typeof constant === 'number') return constant;
  return typeof constant === 'string' && /^0?o?[0-7]{3,4}$/u.test(constant)
    ? parseInt(constant.replace('o', ''), 8)
    : undefined;
}

/** Write permission for others. */
export const WRITABLE = 0o002;
const EXECUTABLE = 0o111;

/** Whether everyone gets all permissions; that is reported as excessive permissions instead. */
export const isForAll = (mode: number): boolean => (mode & WRITABLE) !== 0 && (mode & EXECUTABLE) !== 0;
