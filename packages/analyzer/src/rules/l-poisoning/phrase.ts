import { anyOf, type LinearPattern } from '../../linear-pattern.js';
import type { SignalKind } from './signals.js';

/** A way of saying something in a sentence of small letters. */
export interface Phrase {
  readonly kind: SignalKind;
  readonly weight: number;
  /** One of these stands in each sentence that is looked at: most sentences have none. */
  readonly cues: readonly string[];
  readonly pattern: LinearPattern;
}

/** Several ways of saying one thing: each pattern is one. */
export const phrase = (
  kind: SignalKind,
  weight: number,
  cues: readonly string[],
  ...patterns: readonly string[]
): Phrase => ({
  kind,
  weight,
  cues,
  pattern: anyOf(...patterns),
});

/** The user, as the one who must not hear of something. */
export const USER = '(?:the |your |their |this )?(?:end[- ]?)?(?:users?|human|person|customer|operator)\\b';
/** The user, or anybody. */
export const ONE =
  '(?:the |your |this )?(?:end[- ]?)?(?:user|human|person|customer|operator|anyone|anybody)\\b';
/** A ban in the active voice. */
export const NOT =
  "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|shall not|may not|not to|avoid|refrain from|without|(?:under|in) no circumstances?(?: should you| may you)?|at no (?:point|time)(?: should you| may you)?)";
