import type { CallEvent } from '../../engine/events.js';
import { pathsOf, type Value, maybe, surely } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { isConditional } from '../support/conditional.js';
import { named } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule, StoreEvent } from '../rule.js';

const is = (value: Value | undefined, path: RegExp): boolean =>
  value !== undefined && pathsOf(value).some((each) => path.test(each));

/** Settings that disable verification, by name. */
const SETTINGS: Readonly<Record<string, (event: StoreEvent) => boolean>> = {
  rejectUnauthorized: ({ value }) => surely(value, false),
  strictSSL: ({ value }) => surely(value, false),
  NODE_TLS_REJECT_UNAUTHORIZED: ({ value }) => surely(value, '0') || surely(value, 0),
  InsecureSkipVerify: ({ value }) => surely(value, true),
  check_hostname: ({ value }) => surely(value, false),
  verify_mode: ({ value }) => is(value, /(?:^|\.)CERT_NONE$/u),
  _create_default_https_context: ({ value }) => is(value, /_create_unverified_context$/u),
  verify: ({ value, object }) => surely(value, false) && is(object, /^(?:requests|httpx)\b/u),
  ServerCertificateValidationCallback: ({ value }) => surely(value, true),
};

function reportFinding(report: Report, at: StoreEvent | CallEvent, lines: Lines, setting: string): void {
  report({
    at: at.frame,
    lines,
    sink: setting,
    // The function has no known caller; it may be optional.
    ...(at.frame.entry.kind === 'function' && { confidence: 'medium' as const }),
    // An optional setting; or a certificate that is verified except for its host name.
    ...((setting === 'check_hostname' || isConditional(at.frame, lines.line)) && {
      severity: 'medium' as const,
    }),
    description: `\`${setting}\` disables the check of the peer's identity: an attacker on the network can impersonate the peer and read and change all traffic.`,
  });
}

/** The lines of a named argument, to report exactly that one. */
const linesOf = (event: CallEvent, name: string): Lines =>
  event.node.arguments.find((argument) => argument.name === name)?.value ?? event.node;

const withArgument =
  (names: readonly string[]): CallCheck =>
  (event, report) => {
    for (const name of names) {
      const value = named(event, name);
      const off = surely(value, false) || (name === 'cert_reqs' && isNone(value));
      if (off) {
        reportFinding(
          report,
          event,
          linesOf(event, name),
          `${name}=${name === 'cert_reqs' ? 'CERT_NONE' : 'False'}`,
        );
        return;
      }
    }
  };

const isNone = (value: Value | undefined): boolean => maybe(value, 'CERT_NONE') || is(value, /CERT_NONE$/u);

/** `context_with(verify_mode=ssl.CERT_NONE)`: reported where the value is passed, whichever function sets it. */
const handedOn: CallCheck = (event, report) => {
  if (isNone(named(event, 'verify_mode')))
    reportFinding(report, event, linesOf(event, 'verify_mode'), 'verify_mode=CERT_NONE');
};

const always: CallCheck = (event, report) => reportFinding(report, event, event.node, sinkOf(event));

const acceptsAnyKey: CallCheck = (event, report) => {
  const [policy] = event.arguments.positional;
  if (is(policy, /(?:AutoAddPolicy|WarningPolicy)(?:\(\))?$/u))
    reportFinding(report, event, event.node, 'AutoAddPolicy');
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'request', 'stream', 'send'];
const CLIENTS = ['requests', 'httpx', 'requests.Session()', 'httpx.Client()', 'httpx.AsyncClient()'];

/** The identity of the other side is not verified. */
export const unverifiedTls: Rule = {
  id: 'MCP-H001',
  class: 'H',
  title: 'Certificate check switched off',
  severity: 'high',
  confidence: 'high',
  cwe: 295,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  what: 'A client of TLS or SSH that takes any certificate or host key for the right one.',
  why: 'Whoever sits between the server and the service reads the tokens and contents, and answers in the name of the service.',
  example: {
    language: 'python',
    bad: 'requests.get(url, verify=False)',
    good: 'requests.get(url, verify="/etc/ssl/certs/company-ca.pem")',
  },
  fix: 'Leave the check on. For a company’s own authority, name its certificate (`ca`, `verify="…"`, `NODE_EXTRA_CA_CERTS`, `RootCAs`); for SSH, load the known hosts.',
  notCounted: ['settings that a user has to switch off by a variable of the environment or an argument'],
  calls: {
    ...byName(
      CLIENTS.flatMap((client) => METHODS.map((method) => `${client}.${method}`)),
      withArgument(['verify']),
    ),
    ...byName(['httpx.Client', 'httpx.AsyncClient'], withArgument(['verify'])),
    ...byName(
      ['aiohttp.TCPConnector', ...METHODS.map((method) => `aiohttp.${method}`)],
      withArgument(['ssl', 'verify_ssl']),
    ),
    ...byName(['urllib3.PoolManager', 'urllib3.HTTPSConnectionPool'], withArgument(['cert_reqs'])),
    '*=': handedOn,
    'ssl._create_unverified_context': always,
    'golang.org/x/crypto/ssh.InsecureIgnoreHostKey': always,
    '.set_missing_host_key_policy': acceptsAnyKey,
  },
  stores: Object.entries(SETTINGS).map(([setting, isOff]) => ({
    names: [setting],
    check: (event, report) => {
      if (isOff(event)) reportFinding(report, event, event.lines, setting);
    },
  })),
};
