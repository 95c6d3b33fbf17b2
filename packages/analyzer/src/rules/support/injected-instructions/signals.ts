import { anyOf, type LinearPattern } from '../../../common/linear-pattern.js';

/** What a text does to steer a model behind the user's back, as a finding says it. */
export const SIGNALS = {
  concealment: 'to hide something from the user',
  override: 'to set instructions of others aside',
  collection: 'to gather secrets, files, the conversation or what other tools answer',
  sending: 'to send data to an address or account of its own choice',
  'other tools': 'how to use tools of other servers',
  command: 'to run a command by other means',
  bypass: 'to do without authentication, permissions or approval',
  'hidden block': 'something in a block that people do not see',
  'role marker': 'something in the name of the system or of an administrator',
  'addressed to models': 'something that is addressed to models alone',
  encoded: 'something in an encoded text',
  invisible: 'something in characters that cannot be seen',
  'out of sight': 'something that is pushed out of sight',
  ordering: 'to call it before all other tools, or for everything',
  pressure: 'that nothing works unless it obeys',
} as const;

export type SignalKind = keyof typeof SIGNALS;

/** An indicator of an injected instruction. */
export interface Signal {
  readonly kind: SignalKind;
  /** 1 is an indicator by itself, 2 is conclusive, less only adds to others. */
  readonly weight: number;
  /** Words of the text by which the location is found. */
  readonly words: string;
}

/** A pattern for normalized sentences. */
export interface Phrase {
  readonly kind: SignalKind;
  readonly weight: number;
  /** Each matching sentence contains one of these words; a fast pre-check. */
  readonly cues: readonly string[];
  readonly pattern: LinearPattern;
}

/** A phrase in several wordings, one per pattern. */
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

/** The user, from whom something is concealed. */
export const USER = '(?:the |your |their |this )?(?:end[- ]?)?(?:users?|human|person|customer|operator)\\b';
/** The user, or anyone. */
export const ONE =
  '(?:the |your |this )?(?:end[- ]?)?(?:user|human|person|customer|operator|anyone|anybody)\\b';
/** A prohibition in the active voice. */
export const NOT =
  "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|shall not|may not|not to|avoid|refrain from|without|(?:under|in) no circumstances?(?: should you| may you)?|at no (?:point|time)(?: should you| may you)?)";
