import { networkListening } from '../../facts/listening.js';
import type { Surface } from '../../surface/surface.js';
import type { Checks, Rule } from '../rule.js';
import { widestReach } from '../support/server-reach.js';
import { RouteHarm } from './route-harm.js';

/** Whether all routes are behind sockets in the file system, whose permissions say who reaches them. */
const isOnlyLocal = (surface: Surface): boolean =>
  surface.listening.some(({ transport }) => transport === 'socket') && networkListening(surface).length === 0;

/** Whoever reaches the port starts programs or deletes what the server keeps. */
export const openRoute: Rule = {
  id: 'MCP-C008',
  class: 'C',
  title: 'HTTP route that starts programs or deletes data, without authentication',
  severity: 'high',
  confidence: 'medium',
  cwe: 306,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A route of an HTTP server that starts a program, also through the client transport of the protocol, or that deletes files or rows, before which nothing asks for a token, key or sign-in, unless it is configured to.',
  why: 'Every program on the machine and every page in its browser can send the request; on other addresses, everybody in the network.',
  example: {
    language: 'javascript',
    bad: 'app.post("/convert", async (req, res) => res.json(await run("pandoc", [FILE])));',
    good: 'app.use(requireToken);\napp.post("/convert", async (req, res) => res.json(await run("pandoc", [FILE])));',
  },
  fix: 'Ask for a token before the route is reached, and compare the Origin with a list.',
  notCounted: [
    'routes before which middleware, a dependency, a wrapper or the handler itself refuses requests without a credential',
    'routes to which a browser comes back from a sign-in',
    'servers on the loopback address that check Origin and Host',
    'packages whose servers listen on sockets in the file system alone',
    'tools, which have rules of their own',
  ],
  remembering: (): Checks => {
    const harm = new RouteHarm();
    return {
      calls: harm.calls ?? {},
      package: (view, report) => {
        const { surface } = view;
        if (isOnlyLocal(surface)) return;
        const isLocal = widestReach(view) === 'loopback';
        for (const { handler, line, route, sink, does, severity } of harm.all) {
          const access = handler.function && surface.routes.accessOf(handler.function);
          if (access?.authentication === 'required' || (isLocal && access?.origin === 'required')) continue;
          report({
            at: handler,
            lines: { line, endLine: line },
            sink,
            severity,
            description: `The route \`${route}\` ${does} for whoever sends a request: ${
              access?.authentication === 'optional'
                ? 'a check comes before it only if it is configured.'
                : 'nothing asks for a token before.'
            }`,
          });
        }
      },
    };
  },
};
