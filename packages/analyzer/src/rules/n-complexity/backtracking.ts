import { readPattern, type Characters, type Pattern } from './regex-syntax.js';

/** Fewer turns cannot be distinguished in so many ways that it matters. */
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

/** Whether something can match a text that is made of some characters alone. */
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

/** The characters of each place of something that always matches so many of them. */
function fixedIndexes(pattern: Pattern): readonly Characters[] | undefined {
  if (pattern.kind === 'characters') return [pattern.set];
  if (pattern.kind !== 'sequence') return undefined;
  const places = pattern.parts.map(fixedIndexes);
  return places.includes(undefined) ? undefined : places.flatMap((each) => each ?? []);
}

/** Whether two branches can match the same text, or one of them what the other matches in several turns. */
function overlap(left: Pattern, right: Pattern): boolean {
  const one = fixedIndexes(left);
  const other = fixedIndexes(right);
  if (!one || !other || one.length === 0 || other.length === 0) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === long.length) return short.every((set, index) => (set & (long[index] ?? 0n)) !== 0n);
  return short.length === 1 && long.every((set) => (set & (short[0] ?? 0n)) !== 0n);
}

/**
 * Whether a body that is repeated can match one text in several ways: it holds another repetition, and all around that one
 * can be taken for more of the same.
 * @param around what stands before and after, within the body
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

/** Whether something that comes after may not match: only then are other ways tried. */
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
 * Whether a regular expression takes a time that doubles with each character of a text that does not match: `(a+)+$`,
 * `(\w+\s?)*$`, `(a|a)*$`.
 * @param whole the text must match to its end (Python's `fullmatch`)
 */
export function isExponential(text: string, flags = '', whole = false): boolean {
  const pattern = readPattern(text, flags);
  return pattern !== undefined && holds(pattern, whole);
}
