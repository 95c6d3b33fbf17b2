import type { CallEvent } from '../../engine/events.js';
import { pathsOf, type Value, surely } from '../../engine/values/value.js';
import { named, option } from '../../engine/expressions/call-arguments.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import { limitsTime } from '../../models/time-limits.js';
import { PYTHON_REQUESTS } from '../support/requests.js';
import type { CallCheck, Checks, Report, Rule } from '../rule.js';
import { isPlain, oncePerFile } from './once.js';

function reportFinding(event: CallEvent, report: Report): void {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    description: `\`${sinkOf(event)}\` waits without end when the other side does not answer.`,
  });
}

/** `fetch(url)` without a signal. Unknown options may contain one. */
const fetched: CallCheck = (event, report) => {
  const { positional } = event.arguments;
  const [first, options] = positional;
  const isKnown =
    options === undefined || (options.objects.length > 0 && options.objects.every(({ rest }) => !rest));
  const isRequest = first?.objects.length === 0 && !pathsOf(first).includes('Request()');
  if (!inHandler(event.frame) || !isKnown || !isRequest || !isPlain(event)) return;
  if (!option(event, 'signal') && !option(event, 'timeout')) reportFinding(event, report);
};

/** `axios.get(url)`: only on axios itself, because instances may have a timeout of their own. */
const axios: CallCheck = (event, report) => {
  const { callee } = event.node;
  const base = callee.kind === 'member' ? callee.object : callee;
  const isModule = base.kind === 'name' && base.name.toLowerCase() === 'axios';
  const isKnown = event.arguments.positional.every(
    ({ objects, targets, taints, constants }) =>
      objects.length > 0 || targets.length > 0 || taints.length > 0 || constants,
  );
  if (!inHandler(event.frame) || !isModule || !isKnown || !isPlain(event)) return;
  if (!option(event, 'timeout') && !option(event, 'signal')) reportFinding(event, report);
};

const isOff = (value: Value | undefined): boolean => surely(value, null);

/** The names under which code imports the modules themselves. */
const MODULE = /^_?(?:requests?|rq|urllib\w*)$/u;

/** A session that comes from elsewhere: it may have a limit of its own. */
function isUnknownSession({ receiver, node: { callee } }: CallEvent): boolean {
  if (callee.kind !== 'member' || (receiver?.objects.length ?? 0) > 0) return false;
  return callee.object.kind !== 'name' || !MODULE.test(callee.object.name);
}

/** `requests.get(url)` has no default timeout; `httpx` has one unless it is configured otherwise. */
const python: CallCheck = (event, report) => {
  const timeout = named(event, 'timeout');
  const name = sinkOf(event);
  if (!isPlain(event) || limitsTime(event.receiver)) return;
  if (name.startsWith('requests') && isUnknownSession(event)) return;
  if (
    /^(?:requests|urllib|urllib3)\b/u.test(name) ? timeout === undefined || isOff(timeout) : isOff(timeout)
  ) {
    if (name === 'urllib.request.Request') return;
    if (name === 'urllib.request.urlopen' && event.arguments.positional.length > 2) return;
    reportFinding(event, report);
  }
};

const go: CallCheck = (event, report) => reportFinding(event, report);

/** Whether a transport does not wait without end for an answer: by a limit, or in a way that is not known. */
const limitsWaiting = (transport: Value | undefined): boolean =>
  transport !== undefined &&
  (transport.objects.length === 0 ||
    transport.objects.some(
      ({ fields, path }) => path !== 'net/http.Transport()' || fields.has('ResponseHeaderTimeout'),
    ));

/** `client.Do(request)` on a client without a timeout, for a request without a context. */
const goClient: CallCheck = (event, report) => {
  const { receiver } = event;
  const [request] = event.arguments.positional;
  // A context cancels the request together with the client's call. A request from elsewhere may have one.
  if (event.method === 'Do' && (request?.objects.every(({ fields }) => fields.has('Context')) ?? true))
    return;
  const hasTimeout =
    receiver?.objects.length === 0 ||
    receiver?.objects.some(
      ({ fields, rest }) =>
        rest !== undefined || fields.has('Timeout') || limitsWaiting(fields.get('Transport')),
    );
  if (!hasTimeout) reportFinding(event, report);
};

const REQUESTS = PYTHON_REQUESTS.filter((name) => !name.startsWith('aiohttp'));
const URLLIB = REQUESTS.filter((name) => name.startsWith('urllib.'));
const OTHERS = REQUESTS.filter((name) => !name.startsWith('urllib.'));

/** The server waits for other services without a time limit. */
export const requestTimeout: Rule = {
  id: 'MCP-N003',
  class: 'N',
  title: 'Request without a time limit',
  severity: 'low',
  confidence: 'medium',
  cwe: 1088,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:N/A:L',
  what: 'A request to another service, in what a client’s call reaches, that has no timeout and cannot be given up.',
  why: 'When the service hangs, so does the tool; each further call takes another connection until none is left.',
  example: {
    language: 'typescript',
    bad: 'await fetch(url)',
    good: 'await fetch(url, { signal: AbortSignal.timeout(10_000) })',
  },
  fix: 'Give each request a limit: `AbortSignal.timeout`, `timeout=`, a client of Go with `Timeout`.',
  notCounted: [
    'libraries with a limit of their own, such as httpx and aiohttp',
    'sessions and clients that have a limit: by an option, an adapter, a method that is replaced, or a default for all requests',
    'requests whose options are put together elsewhere',
    'more than one request in a file',
  ],
  remembering: (): Checks => {
    // Limits that a program sets for all of its requests, by the first word of what they apply to.
    const limited = new Set<string>();
    const unless =
      (what: string, check: CallCheck): CallCheck =>
      (event, report) => {
        if (!limited.has(what)) check(event, report);
      };
    const once = (what: string, check: CallCheck): CallCheck => oncePerFile(unless(what, check));
    return {
      calls: {
        fetch: once('fetch', fetched),
        ...byName(
          ['axios', 'axios.get', 'axios.post', 'axios.put', 'axios.delete', 'axios.patch', 'axios.request'],
          once('axios', axios),
        ),
        ...byName(URLLIB, once('urllib', python)),
        ...byName(OTHERS, oncePerFile(python)),
        ...byName(
          ['net/http.Get', 'net/http.Post', 'net/http.Head', 'net/http.PostForm'],
          once('net/http', go),
        ),
        ...byName(
          ['Do', 'Get', 'Post', 'Head', 'PostForm'].map((name) => `net/http.Client().${name}`),
          oncePerFile(goClient),
        ),
        ...byName(['undici.setGlobalDispatcher'], () => limited.add('fetch')),
        ...byName(['axios.interceptors.request.use'], () => limited.add('axios')),
        ...byName(['socket.setdefaulttimeout'], () => limited.add('urllib')),
      },
      stores: [
        {
          names: ['timeout', 'Timeout'],
          check: ({ object }) => {
            for (const path of object ? pathsOf(object) : [])
              if (path === 'axios.defaults') limited.add('axios');
              else if (path === 'net/http.Client()') limited.add('net/http');
          },
        },
      ],
    };
  },
};
