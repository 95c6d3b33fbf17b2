import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { pathsOf, textOf, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { expressionOf } from '../support/argument-lines.js';

/** A query parameter that is set before it is known whether the query becomes part of a URL or of a body. */
interface QueryField {
  readonly name: string;
  readonly value: Value;
  readonly frame: Frame;
  readonly lines: Lines;
}

/** Query objects, and their texts. */
const CARRIER =
  /^(?:url\.)?URLSearchParams\(\)(?:\.toString\(\))?$|^net\/url\.Values(?:\(\)|\{\})?(?:\.Encode\(\))?$/u;
const MADE = /^(?:url\.)?URLSearchParams$/u;
const FILLED =
  /^(?:(?:url\.)?URLSearchParams\(\)\.(?:set|append)|net\/url\.Values(?:\(\)|\{\})?\.(?:Set|Add))$/u;

/** Whether a value is a query object or its text. */
export const isCarrier = (value: Value): boolean => pathsOf(value).some((path) => CARRIER.test(path));

/** Records query parameters by the function that sets them. */
export class QueryCarriers {
  private readonly fields = new Map<object | string, QueryField[]>();

  private keep(field: QueryField): void {
    const code = codeOf(field.frame);
    const known = this.fields.get(code) ?? [];
    if (known.length < 100) this.fields.set(code, [...known, field]);
  }

  /** `new URLSearchParams({ name: value })`, `new URLSearchParams([[name, value]])`, `params.set(name, value)`. */
  readonly onCall = (event: CallEvent): void => {
    const { names, frame, node, arguments: given } = event;
    const [first, second] = given.positional;
    if (!first) return;
    const name = textOf(first);
    if (second && name !== undefined && names.some((each) => FILLED.test(each)))
      this.keep({ name, value: second, frame, lines: node });
    if (!names.some((each) => MADE.test(each))) return;
    const { line, endLine } = expressionOf(first, event) ?? node;
    for (const { fields, items, lines } of first.objects) {
      for (const [field, value] of fields) {
        const at = lines?.get(field) ?? line;
        const isIn = node.line <= at && at <= node.endLine;
        this.keep({ name: field, value, frame, lines: isIn ? { line: at, endLine: at } : { line, endLine } });
      }
      for (const pair of items ?? [])
        for (const { items: both } of pair.objects) {
          const field = textOf(both?.[0]);
          if (field !== undefined && both?.[1])
            this.keep({ name: field, value: both[1], frame, lines: node });
        }
    }
  };

  /** The query parameters that a function has set. */
  of(frame: Frame): readonly QueryField[] {
    return this.fields.get(codeOf(frame)) ?? [];
  }
}

const codeOf = ({ function: definition, module }: Frame): object | string => definition ?? module;
