import type { Confidence, Severity } from '../../../findings/finding.js';
import { SIGNALS, type Signal, type SignalKind } from './signals.js';

/** How bad a text is that a model reads, and how certain that is. */
export interface Verdict {
  readonly severity: Severity;
  readonly confidence: Confidence;
}

/** The total weight of the indicators; of each kind, only the strongest counts. */
function weightOf(signals: readonly Signal[]): number {
  const weights = new Map<SignalKind, number>();
  for (const { kind, weight } of signals) weights.set(kind, Math.max(weights.get(kind) ?? 0, weight));
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}

/** The table of verdicts, the most severe first: the least total weight of the indicators, and what it means. */
const VERDICTS: readonly (Verdict & { readonly weight: number })[] = [
  // Two kinds, or one that leaves no other reading.
  { weight: 1.5, severity: 'critical', confidence: 'high' },
  { weight: 1, severity: 'medium', confidence: 'medium' },
];

/**
 * The verdict on a text with some indicators. It depends on them alone, wherever the text stands: in a description, a
 * schema, a prompt, an answer, decoded from a literal. Undefined if they do not suffice.
 */
export function verdictOf(signals: readonly Signal[]): Verdict | undefined {
  const total = weightOf(signals);
  const verdict = VERDICTS.find(({ weight }) => total >= weight);
  return verdict && { severity: verdict.severity, confidence: verdict.confidence };
}

/** Describes the indicators, the strongest first. */
export function describeSignals(signals: readonly Signal[]): string {
  const kinds = [
    ...new Set([...signals].sort((left, right) => right.weight - left.weight).map(({ kind }) => kind)),
  ];
  const described = kinds.slice(0, 3).map((kind) => SIGNALS[kind]);
  const last = described.pop() ?? '';
  return described.length === 0 ? last : `${described.join(', ')} and ${last}`;
}

/** The indicator whose location is reported: the first that is sufficient by itself. */
export const mainSignal = (signals: readonly Signal[]): Signal | undefined =>
  signals.find(({ weight }) => weight >= 1) ?? signals[0];
