import type { CallEvent, Event } from '../../../engine/events.js';
import { constantOf, type Value } from '../../../engine/values/value.js';
import type { Expression } from '../../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../../ir/walk.js';
import { memoByName } from '../../../common/memo.js';
import { ByLine } from '../../support/by-line.js';
import type { StoreEvent } from '../../rule.js';

type Kind = 'now' | 'date';

/** Calls that return the current time when they have no arguments. */
const CLOCKS =
  /^(?:Date\.now|Date|performance\.timeOrigin|dayjs|moment|luxon\.DateTime\.(?:now|local|utc)|datetime\.(?:datetime|date)\.(?:now|today|utcnow)|time\.(?:time|time_ns|localtime|gmtime)|pendulum\.(?:now|today)|time\.Now)(?:\(\))?$/u;
/** Calls that create a point in time from numbers or a text. */
const MAKERS =
  /^(?:Date|Date\.(?:UTC|parse)|dayjs|moment|luxon\.DateTime\.(?:fromISO|local|utc)|datetime\.(?:datetime|date)|datetime\.(?:datetime|date)\.(?:fromisoformat|strptime|fromtimestamp)|pendulum\.(?:datetime|date|parse)|time\.(?:Date|Parse|Unix))(?:\(\))?$/u;
const isClock = memoByName((name) => CLOCKS.test(name));
const isMaker = memoByName((name) => MAKERS.test(name));
/** Whether a call may return the current time or create a point in time. */
export const isOfTime = (name: string): boolean => isClock(name) || isMaker(name);
const CLOCK_NAMES = /^(?:now|today|utcnow|Now|time_ns)$/u;
const ISO = /^(?:19|20)\d\d-[01]\d-[0-3]\d(?:[T ].*)?$/u;
/** Unix timestamps, in seconds or milliseconds, from 2017 on. */
const isMoment = (value: unknown): boolean =>
  typeof value === 'number' && ((value > 1.48e9 && value < 4e9) || (value > 1.48e12 && value < 4e12));

/** A date as text or timestamp. */
const isDate = (value: unknown): boolean => isMoment(value) || (typeof value === 'string' && ISO.test(value));

/** A constant date. */
const isFixed = (value: Value | undefined): boolean => isDate(constantOf(value));

/** `time.Now().After(deadline)`, `dayjs().isAfter("2026-01-01")`. */
export const DEADLINES: readonly string[] = ['.After', '.Before', '.isAfter', '.isBefore'];

const COMPARISONS = new Set(['<', '<=', '>', '>=', '==']);
/** Most operands are plain numbers or words, neither the current time nor a date. */
const isOtherConstant = (expression: Expression): boolean =>
  expression.kind === 'constant' && !isDate(expression.value);

/** Records which calls and names are the current time, and which a fixed date. */
export class Moments {
  private readonly lines = new ByLine<Kind>();
  private readonly names = new Map<string, Kind>();

  /** For calls whose name satisfies `isOfTime`. */
  readonly onCall = ({ names, frame, node, arguments: { positional } }: CallEvent): void => {
    if (positional.length === 0) {
      if (names.some(isClock)) this.lines.set(frame.module, node.line, 'now');
      return;
    }
    if (!names.some(isMaker) || positional.some(({ taints }) => taints.length > 0)) return;
    const numbers = positional.filter((value) => typeof constantOf(value) === 'number').length;
    if (numbers >= 3 || positional.some(isFixed)) this.lines.set(frame.module, node.line, 'date');
  };

  readonly onStore = ({ name, frame, lines, value }: StoreEvent): void => {
    if (value.taints.length > 0) return;
    const kind = this.lines.get(frame.module, lines.line) ?? (isFixed(value) ? 'date' : undefined);
    if (kind) this.names.set(`${frame.module} ${name}`, kind);
  };

  private kindOf(expression: Expression, module: string): Kind | undefined {
    for (const node of nodesWithin(expression, false)) {
      if (node.kind === 'call') {
        const name = lastNameOf(node.callee);
        if (CLOCK_NAMES.test(name) && node.arguments.length === 0) return 'now';
        if (name === 'time' || name === 'Date' || name === 'dayjs' || name === 'moment') {
          if (node.arguments.length === 0) return 'now';
        }
        const kind = this.lines.get(module, node.line);
        if (
          kind === 'date' &&
          /^(?:Date|UTC|parse|date|datetime|fromISO|fromisoformat|strptime|Parse|Unix|dayjs|moment)$/u.test(
            name,
          )
        )
          return 'date';
      }
      const name = node.kind === 'name' ? node.name : node.kind === 'member' ? node.property : undefined;
      const known = name === undefined ? undefined : this.names.get(`${module} ${name}`);
      if (known) return known;
      if (node.kind === 'constant' && isDate(node.value)) return 'date';
    }
    return undefined;
  }

  /** Whether a comparison checks that a fixed date has passed. */
  isDeadline({ operands, operator, frame, left, right }: Extract<Event, { kind: 'compare' }>): boolean {
    const [one, other] = operands;
    if (!one || !other || !COMPARISONS.has(operator) || isOtherConstant(one) || isOtherConstant(other))
      return false;
    if (left.taints.length > 0 || right.taints.length > 0) return false;
    const kinds = [this.kindOf(one, frame.module), this.kindOf(other, frame.module)];
    return kinds.includes('now') && (kinds.includes('date') || isFixed(left) || isFixed(right));
  }

  /** Whether a call in `DEADLINES` checks that a fixed date has passed. */
  isDeadlineCall({ node, frame, arguments: { positional } }: CallEvent): boolean {
    const { callee } = node;
    const [given] = node.arguments;
    if (callee.kind !== 'member' || !given) return false;
    const kinds = [this.kindOf(callee.object, frame.module), this.kindOf(given.value, frame.module)];
    return kinds.includes('now') && (kinds.includes('date') || isFixed(positional[0]));
  }
}
