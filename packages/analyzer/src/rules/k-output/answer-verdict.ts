import type { Severity } from '../../findings/finding.js';
import { signalsIn } from '../support/injected-instructions/injected-instructions.js';
import type { IsOwn } from '../support/injected-instructions/foreign-tools.js';
import type { Signal, SignalKind } from '../support/injected-instructions/signals.js';
import { mainSignal, verdictOf } from '../support/injected-instructions/verdict.js';
import { directiveIn, holdsDirective } from './directives.js';

/** Indicators that honest answers have too: markup that a tool generates, a command to install something. */
const OF_CONTENT: ReadonlySet<SignalKind> = new Set([
  'hidden block',
  'out of sight',
  'invisible',
  'command',
  'addressed to models',
]);

const inAnswer = (signal: Signal): Signal =>
  OF_CONTENT.has(signal.kind) && signal.weight >= 1 && signal.weight < 2
    ? { ...signal, weight: 0.5 }
    : signal;

/** The instructions in an answer: how bad they are, and the words by which they are located. */
export interface AnswerVerdict {
  readonly severity: Severity;
  readonly words: string;
}

/**
 * The verdict on a text in an answer, by the table for descriptions. A text that only warns of instructions, or quotes
 * them, has none.
 */
export function answerVerdict(text: string, isOwn: IsOwn): AnswerVerdict | undefined {
  const directive = directiveIn(text);
  if (directive === undefined && holdsDirective(text)) return undefined;
  const signals = signalsIn(text, isOwn).map(inAnswer);
  const verdict = verdictOf(signals);
  const words = mainSignal(signals)?.words ?? directive ?? '';
  if (verdict?.severity === 'critical') return { severity: 'critical', words };
  if (directive !== undefined) return { severity: 'high', words: directive };
  return verdict && { severity: verdict.severity, words };
}
