import { SANITIZED_FOR_ALL, SanitizedFor } from '../../engine/values/taint.js';
import { isSecretName } from '../../engine/values/secret-names.js';
import { constantPrefix, constantSuffix } from '../../engine/expressions/texts.js';
import { flowInto, harmful, describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** With a fixed prefix, only the server's own variables can be read; with a fixed suffix, those of one kind. */
const OWN_PREFIX = 3;

const isOfOneKind = (suffix: string): boolean => suffix.length >= OWN_PREFIX && !isSecretName(suffix);

const check: CallCheck = (event, report) => {
  const name = argument(event, 0, 'key');
  const taint = harmful(name, event.frame, SANITIZED_FOR_ALL & ~SanitizedFor.SIZE);
  if (!taint || constantPrefix(name).length >= OWN_PREFIX || isOfOneKind(constantSuffix(name))) return;
  report({
    ...flowInto(event, taint, sinkOf(event).replace(/\.\[\]$/u, '')),
    description: `${describeSource(taint)} names the variable of the environment that is read: also those with the server’s tokens.`,
  });
};

/** Access to environment variables by a name from the client. */
export const chosenVariable: Rule = {
  id: 'MCP-F002',
  class: 'F',
  title: 'Environment variable chosen by a client',
  severity: 'high',
  confidence: 'high',
  cwe: 526,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A read of the environment under a name that a client gives.',
  why: 'The client asks for `GITHUB_TOKEN` and the like, one after the other.',
  example: {
    language: 'python',
    bad: 'return os.environ.get(name, "")',
    good: 'if name not in READABLE: raise ValueError("unknown")\nreturn os.environ.get(name, "")',
  },
  fix: 'Compare the name with a fixed set before it is read.',
  notCounted: [
    'names compared with a set',
    'names with a fixed beginning, or with a fixed end that no secret has',
  ],
  calls: byName(names.chosenVariable.environments, check),
};
