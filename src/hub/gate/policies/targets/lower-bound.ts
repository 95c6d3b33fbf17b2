import type { McpFacts } from '../mcp-facts.js';
import { certainly, targetType, unknown, type PolicyTargetType } from './policy-target.js';

/** Definition of a target type for a minimum, from 0 to `max`. */
interface LowerBound {
  readonly max: number;
  /** Placeholder of the number in the rule. */
  readonly placeholder: string;
  /** Placeholder of the number in the format. */
  readonly values: string;
  /** Name of the number in reasons. */
  readonly subject: string;
  /** The number of a server; null if not known. */
  readonly numberOf: (facts: McpFacts, now: Date) => number | null;
}

/** A target type that matches servers below a minimum, `min:<number>`. */
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
      // Written so that NaN counts as below.
      return number >= min ? undefined : certainly(`${subject}, ${number}, is below ${min}`);
    },
  });
