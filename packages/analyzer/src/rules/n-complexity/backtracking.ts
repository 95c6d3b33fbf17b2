import { readPattern, type Characters, type Pattern } from './regex-syntax.js';

/** Repetitions limited to fewer iterations backtrack too little to matter. */
const MANY = 10;

function isNullable(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'characters':
      return false;
    case 'sequence':
      return pattern.parts.every(isNullable);
    case 'choice':
      return pattern.branches.some(isNullable);
    case 'repeat':
      return pattern.min === 0 || isNullable(pattern.body);
    case 'condition':
      return true;
    case 'atomic':
      return isNullable(pattern.body);
  }
}

/** Whether a pattern can match a text that consists of some characters only. */
function fits(pattern: Pattern, set: Characters): boolean {
  switch (pattern.kind) {
    case 'characters':
      return (pattern.set & set) !== 0n;
    case 'sequence':
      return pattern.parts.every((part) => fits(part, set));
    case 'choice':
      return pattern.branches.some((branch) => fits(branch, set));
    case 'repeat':
      return pattern.min === 0 || fits(pattern.body, set);
    case 'condition':
      return true;
    case 'atomic':
      return fits(pattern.body, set);
  }
}

/** The character set at each index of a pattern with a fixed length. */
function fixedIndexes(pattern: Pattern): readonly Characters[] | undefined {
  if (pattern.kind === 'characters') return [pattern.set];
  if (pattern.kind !== 'sequence') return undefined;
  const sets = pattern.parts.map(fixedIndexes);
  return sets.includes(undefined) ? undefined : sets.flatMap((each) => each ?? []);
}

/** Whether two branches can match the same text, or several iterations of one the same text as the other. */
function overlap(left: Pattern, right: Pattern): boolean {
  const one = fixedIndexes(left);
  const other = fixedIndexes(right);
  if (!one || !other || one.length === 0 || other.length === 0) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === long.length) return short.every((set, index) => (set & (long[index] ?? 0n)) !== 0n);
  return short.length === 1 && long.every((set) => (set & (short[0] ?? 0n)) !== 0n);
}

/**
 * Whether a repeated body can match one text in several ways: it contains another repetition, and everything around
 * that can match more of the same characters.
 * @param around the patterns before and after, within the body
 */
function isAmbiguous(body: Pattern, around: readonly Pattern[] = []): boolean {
  switch (body.kind) {
    case 'sequence':
      return body.parts.some((part, index) =>
        isAmbiguous(part, [...around, ...body.parts.slice(0, index), ...body.parts.slice(index + 1)]),
      );
    case 'choice':
      return (
        body.branches.some((branch) => isAmbiguous(branch, around)) ||
        (around.every(isNullable) &&
          body.branches.some((left, index) =>
            body.branches.slice(index + 1).some((right) => overlap(left, right)),
          ))
      );
    case 'repeat': {
      const { body: inner, min, max } = body;
      if (inner.kind === 'characters' && max >= 2 && max > min)
        return around.every((each) => fits(each, inner.set));
      return isAmbiguous(inner, around);
    }
    case 'characters':
    case 'condition':
    case 'atomic':
      return false;
  }
}

/** Whether a pattern that follows can fail to match; only a failure causes backtracking. */
const mayFail = (pattern: Pattern): boolean =>
  !isNullable(pattern) ||
  pattern.kind === 'condition' ||
  (pattern.kind === 'sequence' && pattern.parts.some(mayFail));

function holds(pattern: Pattern, fails: boolean): boolean {
  switch (pattern.kind) {
    case 'sequence':
      return pattern.parts.some((part, index) =>
        holds(part, fails || pattern.parts.slice(index + 1).some(mayFail)),
      );
    case 'choice':
      return pattern.branches.some((branch) => holds(branch, fails));
    case 'repeat':
      return (fails && pattern.max >= MANY && isAmbiguous(pattern.body)) || holds(pattern.body, fails);
    case 'characters':
    case 'condition':
    case 'atomic':
      return false;
  }
}

/**
 * Whether a regular expression takes exponential time on a text that does not match: `(a+)+$`, `(\w+\s?)*$`, `(a|a)*$`.
 * @param whole whether the text must match to its end (Python's `fullmatch`)
 */
export function isExponential(text: string, flags = '', whole = false): boolean {
  const pattern = readPattern(text, flags);
  return pattern !== undefined && holds(pattern, whole);
}
