import { anyOf, type LinearPattern } from '../../../linear-pattern.js';

/** What a text does that is there to steer a model behind its user's back. */
export const SIGNALS = {
  concealment: 'to hide something from the user',
  override: 'to set instructions of others aside',
  collection: 'to gather secrets, files or the conversation',
  sending: 'to send data to an address or account of its own choice',
  'other tools': 'how to use tools of other servers',
  command: 'to run a command by other means',
  'hidden block': 'something in a block that people do not see',
  encoded: 'something in an encoded text',
  'out of sight': 'something that is pushed out of sight',
  pressure: 'that nothing works unless it obeys',
} as const;

export type SignalKind = keyof typeof SIGNALS;

/** One indicator of an injected instruction. */
export interface Signal {
  readonly kind: SignalKind;
  /** 1 for an indicator that is one by itself, 2 for one that says it all, less for one that only adds to others. */
  readonly weight: number;
  /** Words of the text by which the place can be found again. */
  readonly words: string;
}

/** How much all indicators together say: indicators of one kind are one indicator. */
export function weightOf(signals: readonly Signal[]): number {
  const weights = new Map<SignalKind, number>();
  for (const { kind, weight } of signals) weights.set(kind, Math.max(weights.get(kind) ?? 0, weight));
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}

/** What the indicators are, in words, the strongest first. */
export function describeSignals(signals: readonly Signal[]): string {
  const kinds = [
    ...new Set([...signals].sort((left, right) => right.weight - left.weight).map(({ kind }) => kind)),
  ];
  const described = kinds.slice(0, 3).map((kind) => SIGNALS[kind]);
  const last = described.pop() ?? '';
  return described.length === 0 ? last : `${described.join(', ')} and ${last}`;
}

/** The indicator whose location is reported: the first one that is an indicator by itself. */
export const mainSignal = (signals: readonly Signal[]): Signal | undefined =>
  signals.find(({ weight }) => weight >= 1) ?? signals[0];

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
