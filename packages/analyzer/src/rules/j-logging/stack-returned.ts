import { STACK_TRACE } from '../../engine/expressions/foreign-fields.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import type { Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';

const stackIn = (value: Value, frame: Frame): Taint | undefined =>
  taintsWithin(value, frame, 6).find(({ source }) => source.name === STACK_TRACE);

const DESCRIPTION =
  'The stack trace of an error goes to the client: it reveals the paths, versions and inner workings of the server to the model and to whoever reads along.';

/** Calls that create or send an answer. */
const answers: CallCheck = (event, report) => {
  if (!inHandler(event.frame)) return;
  for (const value of event.arguments.positional) {
    const taint = stackIn(value, event.frame);
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

const GO_RESULTS = ['NewToolResultError', 'NewToolResultText', 'NewToolResultErrorFromErr'].map(
  (name) => `github.com/mark3labs/mcp-go/mcp.${name}`,
);

/** Clients see where in the server an error occurred. */
export const stackReturned: Rule = {
  id: 'MCP-J002',
  class: 'J',
  title: 'Stack trace returned to the client',
  severity: 'medium',
  confidence: 'high',
  cwe: 209,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N',
  what: 'The `stack` of an error, `traceback.format_exc()` or `debug.Stack()` in the answer of a tool, resource, prompt or route.',
  why: 'It shows an attacker what the server is made of and where, and fills the model’s context with what it cannot use.',
  example: {
    language: 'typescript',
    bad: 'catch (error) { return text(error.stack); }',
    good: 'catch (error) { console.error(error); return text("The conversion failed"); }',
  },
  fix: 'Write the trace to the log, and answer with a sentence that helps the user.',
  notCounted: ['the message of an error', 'traces that are written to the log'],
  calls: { ...byName(GO_RESULTS, answers), ...byName(['.json', '.send', '.end'], answers) },
  events: {
    answer: ({ frame, lines, value }, report) => {
      const taint = stackIn(value, frame);
      if (taint) report({ at: frame, lines, sink: 'answer', taint, description: DESCRIPTION });
    },
  },
};
