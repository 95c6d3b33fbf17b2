import type { McpFacts } from '../mcp-facts.js';

/** That a policy's target matches a server. */
export interface Match {
  /**
   * False where it cannot be decided, or is true of a part only (one of two licenses). What is not certain counts against
   * the server: it is enough to deny and to warn, and too little for an exception.
   */
  readonly certain: boolean;
  readonly because: string;
}

/** A match without doubt. */
export const certainly = (because: string): Match => ({ certain: true, because });

/** A match because the answer is not known. */
export const unknown = (because: string): Match => ({ certain: false, because });

/** The target of a policy, parsed. */
export interface PolicyTarget {
  /** The parsed text. */
  readonly value: unknown;
  /** Id of the control whose result `match` reads; undefined for none. */
  readonly control: string | undefined;
  /** Undefined where the target does not match the server (hub contract 11). */
  readonly match: (facts: McpFacts, now: Date) => Match | undefined;
}

/** A type of targets: how its texts are written, and which servers it matches. Registered in `policy-targets.ts`. */
export interface PolicyTargetType {
  /** Which servers match: those that fall short of the value, or those that are listed in it. */
  readonly matches: 'below' | 'listed';
  /** The format of the text, as Markdown for the OpenAPI document. */
  readonly format: string;
  /** The rule for the text, as an error message words it. */
  readonly rule: string;
  /** Undefined for a text that does not follow the rule. */
  readonly parse: (text: string) => PolicyTarget | undefined;
}

/** A type of targets whose parsed texts are of type `Value`. */
interface Definition<Value> extends Omit<PolicyTargetType, 'parse'> {
  readonly parse: (text: string) => Value | undefined;
  readonly match: (value: Value, facts: McpFacts, now: Date) => Match | undefined;
  readonly control?: (value: Value) => string;
}

/** A type of targets from its definition. */
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
