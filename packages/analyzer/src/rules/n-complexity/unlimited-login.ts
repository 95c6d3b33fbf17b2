import { dirname } from 'node:path/posix';
import type { CallEvent } from '../../engine/events.js';
import { textOf } from '../../engine/values/value.js';
import { callsWithin, lastNameOf, nodesWithin } from '../../ir/walk.js';
import { isCodeFile } from '../support/code-files.js';
import { sinkOf } from '../support/locations.js';
import type { Checks, PackageView, Rule } from '../rule.js';

/** Methods that declare a route for requests with a body. */
const DECLARES = /(?:^|\.)(?:post|POST|Post|put|route|HandleFunc)$/u;

/** Paths at which credentials or codes are checked. */
const SIGNS_IN =
  /(?:^|[/\s])(?:log-?in|sign-?in|auth|authenticate|authorize|token|pair|pairing|otp|totp|mfa|2fa|pin|verify(?:-code)?|reset-password|unlock)\/?$/iu;

const CHECKS = /compare|verify|check|authenticate|validate|equals?$/iu;

/** Servers whose routes are declared by a decorator, or by a handler that is not known. */
const SERVERS =
  /^(?:fastapi|flask|quart|sanic|starlette|express|fastify|koa-router|@koa\/router|hono|restify|net\/http|github\.com\/(?:gin-gonic|labstack|go-chi|gofiber|gorilla))\b/u;

/** Whether a handler compares what it gets with something; one that is not known may. */
function mayCompare({ names, arguments: { positional } }: CallEvent): boolean {
  const bodies = positional
    .slice(1)
    .flatMap(({ targets }) => targets)
    .flatMap((target) => (target.kind === 'closure' ? [target.function.body] : []));
  return (
    (bodies.length === 0 && names.some((name) => SERVERS.test(name))) ||
    bodies.some((body) =>
      nodesWithin(body).some(
        (node) =>
          (node.kind === 'operation' && /^[!=]=$/u.test(node.operator)) ||
          (node.kind === 'call' && CHECKS.test(lastNameOf(node.callee))),
      ),
    )
  );
}

const LIMITS =
  /rate[-_ ]?limit|limiter|throttl|slow[-_]?down|brute|tollbooth|slowapi|max_?attempts|lock_?out/iu;
const COMMENT = /^\s*(?:\/\/|#|\*|\/\*).*$|\s\/\/.*$/u;

/** Whether one handler of a route limits its requests: `app.post(path, limit, handler)`. */
const isLimited = ({ node }: CallEvent): boolean =>
  node.arguments.slice(1).some(({ value }) => LIMITS.test(lastNameOf(value))) ||
  callsWithin(node.arguments).some(({ callee }) => LIMITS.test(lastNameOf(callee)));

/** Whether code beside a file, below it, or in a folder above it limits requests. */
function limitsNear(file: string, view: PackageView): boolean {
  const folder = dirname(file);
  return view.paths.some((path) => {
    const other = dirname(path);
    const isNear = other === '.' || `${folder}/`.startsWith(`${other}/`) || other.startsWith(`${folder}/`);
    if (!isNear || !isCodeFile(path)) return false;
    return view.file(path)?.lines.some((line) => LIMITS.test(line.replace(COMMENT, ''))) ?? false;
  });
}

/** A route that checks credentials as often as somebody asks. */
export const unlimitedLogin: Rule = {
  id: 'MCP-N005',
  class: 'N',
  title: 'Sign-in without a limit on attempts',
  severity: 'low',
  confidence: 'medium',
  cwe: 799,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  what: 'A route of an HTTP server that checks a password, token or code, where nothing limits how often it is asked.',
  why: 'A short code is found in minutes by trying all of them; a list of passwords in hours.',
  example: {
    language: 'javascript',
    bad: "app.post('/login', (req, res) => check(req.body, res));",
    good: "app.post('/login', rateLimit({ windowMs: 60_000, limit: 5 }), (req, res) => check(req.body, res));",
  },
  fix: 'Limit the attempts for each address and account: `express-rate-limit`, `@fastify/rate-limit`, `slowapi`, `golang.org/x/time/rate`.',
  notCounted: ['servers whose code limits requests somewhere near', 'routes that compare nothing'],
  remembering: (): Checks => {
    const routes = new Map<string, CallEvent>();
    return {
      called: [
        {
          names: (name) => DECLARES.test(name),
          check: (event) => {
            const { frame, arguments: given } = event;
            const path = textOf(given.positional[0]);
            if (path === undefined || !SIGNS_IN.test(path) || routes.has(frame.module)) return;
            if (mayCompare(event) && !isLimited(event)) routes.set(frame.module, event);
          },
        },
      ],
      package: (view, report) => {
        for (const [file, event] of routes) {
          if (limitsNear(file, view)) continue;
          report({
            at: event.frame,
            lines: { line: event.node.line, endLine: event.node.line },
            sink: sinkOf(event),
            description: 'Credentials are checked as often as somebody asks: all of them can be tried.',
          });
        }
      },
    };
  },
};
