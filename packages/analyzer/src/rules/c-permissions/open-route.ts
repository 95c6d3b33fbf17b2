import type { Entry, Frame } from '../../engine/machine.js';
import { authenticates } from '../../facts/listening.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Rule } from '../rule.js';
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

/** The frame of the route's handler. */
function handlerOf(frame: Frame): Frame {
  let last = frame;
  for (const each of callersOf(frame)) if (each.function) last = each;
  return last;
}

interface Running {
  readonly handler: Frame;
  readonly line: number;
  readonly route: string;
  readonly sink: string;
}

/** Whoever reaches the port starts programs. */
export const openRoute: Rule = {
  id: 'MCP-C008',
  class: 'C',
  title: 'HTTP route that starts programs, without authentication',
  severity: 'high',
  confidence: 'medium',
  cwe: 306,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A route of an HTTP server that starts a program, also through the client transport of the protocol, in a package in whose code nothing checks a token, key or sign-in.',
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
    'tools, which have rules of their own',
  ],
  remembering: (): Checks => {
    const running = new Map<string, Running>();
    const note: CallCheck = (event) => {
      const { frame } = event;
      if (!isRoute(frame.entry)) return;
      const handler = handlerOf(frame);
      const line = handler.function?.line ?? event.node.line;
      const key = `${handler.module}:${line}`;
      if (!running.has(key))
        running.set(key, { handler, line, route: frame.entry.name, sink: sinkOf(event) });
    };
    return {
      calls: byName(RUNS, note),
      package: (view, report) => {
        const { surface } = view;
        if (authenticates(surface)) return;
        if (surface.checksOrigin && widestReach(view) === 'loopback') return;
        for (const { handler, line, route, sink } of running.values())
          report({
            at: handler,
            lines: { line, endLine: line },
            sink,
            description: `The route \`${route}\` starts a program for whoever sends a request: nothing asks for a token before.`,
          });
      },
    };
  },
};
