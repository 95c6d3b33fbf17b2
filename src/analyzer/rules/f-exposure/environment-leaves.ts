import { WHOLE_ENVIRONMENT } from '../../engine/environment.js';
import type { CallEvent, Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { Neutral, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';
import { inHandler, sinkOf, under } from '../places.js';
import { REQUESTS, sentBy } from '../requests.js';
import type { CallCheck, Rule } from '../rule.js';

const environmentIn = (value: Value, frame: Frame): Taint | undefined =>
  taintsWithin(value, frame, 6).find(
    ({ source, neutral }) =>
      source.kind === 'environment' && source.name === WHOLE_ENVIRONMENT && (neutral & Neutral.SECRET) === 0,
  );

const DESCRIPTION =
  'All variables of the environment leave the server, and with them every token that it was given.';

const sent: CallCheck = (event, report) => {
  for (const value of sentBy(event)) {
    const taint = environmentIn(value, event.frame);
    if (taint) {
      report({
        at: event.frame,
        lines: event.node,
        sink: sinkOf(event),
        taint,
        description: DESCRIPTION,
      });
      return;
    }
  }
};

/** Routes answer by a call. */
const answered: CallCheck = (event: CallEvent, report) => {
  if (!inHandler(event.frame) || event.frame.entry.kind !== 'route') return;
  for (const value of event.arguments.positional) {
    const taint = environmentIn(value, event.frame);
    if (taint) {
      report({
        at: event.frame,
        lines: event.node,
        sink: sinkOf(event),
        taint,
        description: DESCRIPTION,
      });
      return;
    }
  }
};

/** The environment is where servers keep their tokens. */
export const environmentLeaves: Rule = {
  id: 'MCP-F001',
  class: 'F',
  title: 'Whole environment returned or sent',
  severity: 'high',
  confidence: 'high',
  cwe: 526,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: '`process.env`, `os.environ` or `os.Environ()` as a whole in an answer or a request.',
  why: 'Clients start servers with tokens in their environment: the model, its provider and the log of the conversation get all of them.',
  example: {
    language: 'typescript',
    bad: 'return json({ platform, env: process.env });',
    good: 'return json({ platform, proxyConfigured: Boolean(process.env.HTTPS_PROXY) });',
  },
  fix: 'Return the few variables that are needed, by their names, and of secrets only whether they are set.',
  notCounted: ['the environment given to a program that the server starts', 'how many variables there are'],
  calls: { ...under(REQUESTS, sent), ...under(['.json', '.send', '.end'], answered) },
  events: {
    answer: ({ frame, lines, value }, report) => {
      const taint = environmentIn(value, frame);
      if (taint) report({ at: frame, lines, sink: 'answer', taint, description: DESCRIPTION });
    },
  },
};
