import type { McpFacts } from '../mcp-facts.js';
import { certainly, targetType, unknown, type PolicyTargetType } from './policy-target.js';

/** A number that servers must reach, from 0 to `max`. */
interface LowerBound {
  readonly max: number;
  /** Placeholder of the number in the rule. */
  readonly placeholder: string;
  /** Placeholder of the number in the format. */
  readonly values: string;
  /** Name of the number in reasons. */
  readonly subject: string;
  /** The number of a server; null where it is not known. */
  readonly numberOf: (facts: McpFacts, now: Date) => number | null;
}

/** A type of targets that match servers below a number, `min:<number>`. */
export const lowerBound = ({ max, placeholder, values, subject, numberOf }: LowerBound): PolicyTargetType =>
  targetType<number>({
    matches: 'below',
    format: `\`min:<${values}>\``,
    rule: `must be min:<${placeholder}>, from min:0 to min:${max}`,
    parse: (text) => {
      const digits = /^min:(0|[1-9]\d{0,5})$/.exec(text)?.[1];
      return digits !== undefined && Number(digits) <= max ? Number(digits) : undefined;
    },
    match: (min, facts, now) => {
      const number = numberOf(facts, now);
      if (number === null) return unknown(`${subject} is not known`);
      // Compared this way, NaN is below.
      return number >= min ? undefined : certainly(`${subject}, ${number}, is below ${min}`);
    },
  });
