import type { CallEvent, Entry, Frame } from '../../engine/machine.js';
import { authenticates, networkListening } from '../../facts/listening.js';
import { byName } from '../../models/model.js';
import type { Severity } from '../../findings/finding.js';
import type { Surface } from '../../surface/surface.js';
import type { Checks, Rule } from '../rule.js';
import { deletion, DELETIONS } from '../support/deletions.js';
import { together } from '../support/flow-reports.js';
import { callersOf, sinkOf } from '../support/locations.js';
import { STARTS } from '../support/program-starts.js';
import { widestReach } from '../support/server-reach.js';
import names from './names.json' with { type: 'json' };

/** Calls that start programs or run code. */
const RUNS = [...STARTS.keys(), ...names.openRoute.runs];

/** Whether the entry point is a route of an HTTP server, not a custom request of the protocol. */
const isRoute = ({ kind, name }: Entry): boolean =>
  kind === 'route' &&
  /^(?:\/|(?:GET|POST|PUT|DELETE|PATCH|ALL|USE|ROUTE|CUSTOM_ROUTE|WEBSOCKET|HTTP)\b)/u.test(name);

/** Whether all routes are behind sockets in the file system, whose permissions say who reaches them. */
const isOnlyLocal = (surface: Surface): boolean =>
  surface.listening.some(({ transport }) => transport === 'socket') && networkListening(surface).length === 0;

/** The frame of the route's handler. */
function handlerOf(frame: Frame): Frame {
  let last = frame;
  for (const each of callersOf(frame)) if (each.function) last = each;
  return last;
}

/** What a route does for anybody. */
interface Harm {
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

/** Whoever reaches the port starts programs or deletes what the server keeps. */
export const openRoute: Rule = {
  id: 'MCP-C008',
  class: 'C',
  title: 'HTTP route that starts programs or deletes data, without authentication',
  severity: 'high',
  confidence: 'medium',
  cwe: 306,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A route of an HTTP server that starts a program, also through the client transport of the protocol, or that deletes files or rows, in a package in whose code nothing checks a token, key or sign-in.',
  why: 'Every program on the machine and every page in its browser can send the request; on other addresses, everybody in the network.',
  example: {
    language: 'javascript',
    bad: 'app.post("/convert", async (req, res) => res.json(await run("pandoc", [FILE])));',
    good: 'app.use(requireToken);\napp.post("/convert", async (req, res) => res.json(await run("pandoc", [FILE])));',
  },
  fix: 'Ask for a token before the route is reached, and compare the Origin with a list.',
  notCounted: [
    'packages that check a token, key or sign-in somewhere on the server',
    'servers on the loopback address that check Origin and Host',
    'packages whose servers listen on sockets in the file system alone',
    'tools, which have rules of their own',
  ],
  remembering: (): Checks => {
    const found = new Map<string, Harm>();
    const note = (event: CallEvent, harm: Pick<Harm, 'does' | 'severity'>): void => {
      const { frame } = event;
      if (!isRoute(frame.entry)) return;
      const handler = handlerOf(frame);
      const line = handler.function?.line ?? event.node.line;
      const key = `${handler.module}:${line}`;
      const known = found.get(key);
      if (!known || (known.severity === 'medium' && harm.severity === 'high'))
        found.set(key, { handler, line, route: frame.entry.name, sink: sinkOf(event), ...harm });
    };
    return {
      calls: together(
        byName(RUNS, (event) => note(event, { does: 'starts a program', severity: 'high' })),
        byName(DELETIONS, (event) => {
          const what = deletion(event);
          if (what) note(event, DELETES[what]);
        }),
      ),
      package: (view, report) => {
        const { surface } = view;
        if (authenticates(surface) || isOnlyLocal(surface)) return;
        if (surface.checksOrigin && widestReach(view) === 'loopback') return;
        for (const { handler, line, route, sink, does, severity } of found.values())
          report({
            at: handler,
            lines: { line, endLine: line },
            sink,
            severity,
            description: `The route \`${route}\` ${does} for whoever sends a request: nothing asks for a token before.`,
          });
      },
    };
  },
};
