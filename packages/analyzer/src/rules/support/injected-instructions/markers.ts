import type { Signal } from './signals.js';

/** Who a text pretends to come from. */
const ROLE = '(?:system|admin(?:istrator)?|developer|root|assistant|operator)';
/** What such a text calls itself. */
const MESSAGE =
  '(?:override|injection|message|instructions?|prompt|command|directive|note|notice|notification|alert|update)';

/** `[SYSTEM OVERRIDE]`, `SYSTEM MESSAGE:`. */
const CLAIMS: readonly RegExp[] = [
  new RegExp(String.raw`[\[({<]\s?${ROLE}[ _-]${MESSAGE}\s?[\])}>]`, 'iu'),
  new RegExp(String.raw`(?:^|[\n.!?>\])}#*-])\s*(?:${ROLE}[ _-]${MESSAGE}).{0,3}:`, 'iu'),
  /\[(?:override|hidden|secret|shadow|hidden instructions?)\]/iu,
];
/** `[admin]`, `SYSTEM:`, `### System`: honest texts may have these as labels. */
const LABELS: readonly RegExp[] = [
  new RegExp(String.raw`\[\s?${ROLE}\s?\]`, 'iu'),
  /(?:^|[\n.!?>\])}#*-])\s*(?:SYSTEM|ADMIN|DEVELOPER|ASSISTANT)\s?:/u,
  /["']role["']\s*:\s*["'](?:system|developer)["']/iu,
  /(?:^|\n)\s*#{2,4} ?(?:system|instructions?)\b ?:?/iu,
];

const firstOf = (patterns: readonly RegExp[], text: string): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);

/** The indicators of a text that speaks in the name of the system or of an administrator. */
export function* markersIn(text: string): Generator<Signal> {
  const claim = firstOf(CLAIMS, text);
  const label = claim ?? firstOf(LABELS, text);
  if (label !== undefined)
    yield { kind: 'role marker', weight: claim === undefined ? 0.5 : 1, words: label.trim().slice(0, 60) };
}
