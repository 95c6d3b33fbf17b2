import type { McpFacts } from '../mcp-facts.js';

/** The match of a policy's target and a server. */
export interface Match {
  /**
   * False if a fact is missing, or if only part of the server matches (one of two licenses). An uncertain match counts
   * against the server: it is enough for DENY and WARN, but not for ALLOW.
   */
  readonly certain: boolean;
  readonly because: string;
}

/** A certain match. */
export const certainly = (because: string): Match => ({ certain: true, because });

/** An uncertain match because a fact is not known. */
export const unknown = (because: string): Match => ({ certain: false, because });

/** A parsed target of a policy. */
export interface PolicyTarget {
  /** The parsed value. */
  readonly value: unknown;
  /** Id of the control whose result `match` reads, or the name of another fact that is read for it; undefined for none. */
  readonly control: string | undefined;
  /** Undefined if the target does not match the server (hub contract 11). */
  readonly match: (facts: McpFacts, now: Date) => Match | undefined;
}

/** A type of targets: the format of its values and which servers they match. Registered in `policy-targets.ts`. */
export interface PolicyTargetType {
  /** Which servers match: those below the value, or those with an item listed in it. */
  readonly matches: 'below' | 'listed';
  /** The format of the value, as Markdown for the OpenAPI document. */
  readonly format: string;
  /** The rule for the value, in an error message. */
  readonly rule: string;
  /** Undefined for an invalid value. */
  readonly parse: (text: string) => PolicyTarget | undefined;
}

/** Definition of a target type whose parsed values have type `Value`. */
interface Definition<Value> extends Omit<PolicyTargetType, 'parse'> {
  readonly parse: (text: string) => Value | undefined;
  readonly match: (value: Value, facts: McpFacts, now: Date) => Match | undefined;
  readonly control?: (value: Value) => string;
}

/** Creates a target type from its definition. */
export const targetType = <Value>(definition: Definition<Value>): PolicyTargetType => ({
  ...definition,
  parse: (text) => {
    const value = definition.parse(text);
    if (value === undefined) return undefined;
    return {
      value,
      control: definition.control?.(value),
      match: (facts, now) => definition.match(value, facts, now),
    };
  },
});
