import { Satisfies } from '../../common/http/validators.js';

/** One of a few words. */
export const IsOneOf = (words: readonly string[]): PropertyDecorator =>
  Satisfies('isOneOf', (value) => words.some((word) => word === value), `must be one of ${words.join(', ')}`);
