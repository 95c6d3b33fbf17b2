import { isAbsent } from '../../engine/values/assumptions.js';
import { Assumption } from '../../engine/values/reasons.js';
import type { Value } from '../../engine/values/value.js';
import type { FunctionDefinition } from '../../ir/program.js';
import { closuresOf } from '../../models/callbacks.js';
import type { Access } from './checks.js';

/** What a request passes on its way, one of several functions if it is not known which. */
export interface Step {
  readonly functions: readonly FunctionDefinition[];
  /** What functions outside of the package do; undefined if there is none among them. */
  readonly library?: Access;
  /** It is only there if it is configured. */
  readonly isOptional: boolean;
}

/** Where something is given to a server: what is given later guards no earlier route. */
export interface Position {
  readonly path: string | undefined;
  /** The function and the line of the call. */
  readonly within: FunctionDefinition | string;
  readonly line: number;
}

/** Functions that were given to a server in one call, in their order. */
export interface Use extends Position {
  /** The ids of the servers; empty if it is not known which. */
  readonly servers: readonly number[];
  /** Requests pass them on their way to other routes. */
  readonly isFilter: boolean;
  readonly steps: readonly Step[];
  readonly isOptional: boolean;
  /** The code that gives them runs as far as it is seen: nothing is known to call it otherwise. */
  readonly isCalled: boolean;
}

/** What the effect of a library's function on requests is; undefined if it has none. */
export type LibraryAccess = (paths: readonly string[]) => Access | undefined;

/** What is given to a server in a call. */
export interface Given {
  readonly servers: readonly number[];
  readonly path?: string | undefined;
  readonly isFilter: boolean;
  readonly values: readonly Value[];
  /** It is passed by requests to earlier routes too. */
  readonly isForAll?: boolean;
}

/** Lists of functions may be nested: `[[first, second], third]`. */
const MAX_NESTING = 3;

/** The steps that a value gives: a function, or a list of them. */
export function stepsIn(value: Value, library: LibraryAccess, depth = 0): readonly Step[] {
  const lists = value.objects.filter(({ items }) => items);
  if (lists.length > 0 && depth < MAX_NESTING) {
    const isOptional = lists.some(({ items }) => items?.length === 0);
    const items = lists.flatMap(({ items: all = [], rest }) => [...all, ...(rest ? [rest] : [])]);
    const steps = items.flatMap((item) => stepsIn(item, library, depth + 1));
    return isOptional ? steps.map((step) => ({ ...step, isOptional: true })) : steps;
  }
  const functions = closuresOf(value).map((closure) => closure.function);
  const paths = value.targets.flatMap((target) => (target.kind === 'external' ? [target.path] : []));
  const made = value.objects.flatMap(({ path }) => path ?? []);
  const known = library([...paths, ...made]);
  if (functions.length === 0 && !known) return [];
  return [
    {
      functions,
      ...(known && { library: known }),
      isOptional: isAbsent(value, Assumption.DEFAULTS),
    },
  ];
}

/** Paths at which servers say that they run, and at which clients sign in. */
const PUBLIC =
  /^\/?(?:health\w*|ping|ready|readyz|live|livez|status|metrics|version|favicon\.ico|\.well-known\b.*|oauth\b.*|authorize|callback|login|logout|register|token)?\/?$/iu;

export const isPublic = ({ path }: Use): boolean => path !== undefined && PUBLIC.test(path);

const plainPath = (path: string): string => path.replaceAll(/[*/]+$/gu, '').toLowerCase();

/** Whether requests to a path pass what is given for another one. */
export function covers(filter: string | undefined, path: string | undefined): boolean {
  if (filter === undefined || path === undefined) return true;
  const prefix = plainPath(filter);
  return prefix === '' || plainPath(path).startsWith(prefix);
}

const precedes = (filter: Use, { path, within, line }: Position): boolean =>
  covers(filter.path, path) && (filter.within !== within || filter.line <= line);

/** Whether requests pass a use on their way to a route, which has a position in each of some servers. */
export function isBefore(filter: Use, route: Use, positions: ReadonlyMap<number, Position>): boolean {
  if (filter.servers.length === 0 || positions.size === 0) return precedes(filter, route);
  return filter.servers.some((id) => {
    const position = positions.get(id);
    return position !== undefined && precedes(filter, position);
  });
}
