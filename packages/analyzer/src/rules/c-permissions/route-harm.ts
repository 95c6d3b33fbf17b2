import type { CallEvent } from '../../engine/events.js';
import type { Entry, Frame } from '../../engine/frame.js';
import { assumptionsAt } from '../../engine/flow/deciding.js';
import { Assumption } from '../../engine/values/reasons.js';
import type { FunctionDefinition } from '../../ir/program.js';
import { nodesOf } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { byName } from '../../models/model.js';
import type { Severity } from '../../findings/finding.js';
import type { Checks } from '../rule.js';
import { deletion, DELETIONS } from '../support/deletions.js';
import { together } from '../support/flow-reports.js';
import { callersOf, sinkOf } from '../support/locations.js';
import { STARTS } from '../support/program-starts.js';
import names from './names.json' with { type: 'json' };

/** Calls that start programs or run code. */
const RUNS = [...STARTS.keys(), ...names.openRoute.runs];

/** Whether the entry point is a route of an HTTP server, not a custom request of the protocol. */
const isRoute = ({ kind, name }: Entry): boolean =>
  kind === 'route' &&
  /^(?:\/|(?:GET|POST|PUT|DELETE|PATCH|ALL|USE|ROUTE|CUSTOM_ROUTE|WEBSOCKET|HTTP)\b)/u.test(name);

/** The frame of the route's handler. */
function handlerOf(frame: Frame): Frame {
  let last = frame;
  for (const each of callersOf(frame)) if (each.function) last = each;
  return last;
}

/** What a route does for anybody. */
export interface Harm {
  readonly handler: Frame;
  readonly line: number;
  readonly route: string;
  readonly sink: string;
  /** What it does, in words. */
  readonly does: string;
  readonly severity: Severity;
}

const DELETES = {
  everything: { does: 'deletes whole folders or tables', severity: 'high' },
  one: { does: 'deletes data', severity: 'medium' },
} as const;

/** Parameters with which an authorization server sends a browser back. */
const RETURNED: ReadonlySet<unknown> = new Set(['code', 'state']);
const SIGN_IN = /oauth|sign_?in|log_?in|redirect|callback/iu;

/** Whether a function reads what an authorization server sends back with a browser. */
const readsReturn = memoByNode((definition: FunctionDefinition): boolean =>
  nodesOf(definition).some(
    ({ kind, ...node }) => kind === 'constant' && 'value' in node && RETURNED.has(node.value),
  ),
);

/**
 * Whether a route is the one to which a browser comes back after a sign-in: it takes one code, once, and what happens then is what
 * the user has started.
 */
function isSignIn(frame: Frame): boolean {
  const functions = [...callersOf(frame)].flatMap(({ function: definition, owner }) =>
    definition ? [{ definition, named: `${owner?.definition.name ?? ''} ${definition.name}` }] : [],
  );
  return (
    functions.some(({ definition }) => readsReturn(definition)) &&
    (SIGN_IN.test(frame.entry.name) || functions.some(({ named }) => SIGN_IN.test(named)))
  );
}

/** The routes that start programs or delete data for requests without a credential. */
export class RouteHarm {
  private readonly found = new Map<string, Harm>();

  /** The checks that find them. */
  readonly calls: Checks['calls'] = together(
    byName(RUNS, (event) => this.note(event, { does: 'starts a program', severity: 'high' })),
    byName(DELETIONS, (event) => {
      const what = deletion(event);
      if (what) this.note(event, DELETES[what]);
    }),
  );

  get all(): Iterable<Harm> {
    return this.found.values();
  }

  private note(event: CallEvent, harm: Pick<Harm, 'does' | 'severity'>): void {
    const { frame } = event;
    if (!isRoute(frame.entry)) return;
    // A request without a credential does not come here.
    if ((assumptionsAt(frame).excluded & Assumption.ANONYMOUS) !== 0 || isSignIn(frame)) return;
    const handler = handlerOf(frame);
    const line = handler.function?.line ?? event.node.line;
    const key = `${handler.module}:${line}`;
    const known = this.found.get(key);
    if (!known || (known.severity === 'medium' && harm.severity === 'high'))
      this.found.set(key, { handler, line, route: frame.entry.name, sink: sinkOf(event), ...harm });
  }
}
