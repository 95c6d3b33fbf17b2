import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { valuesWithin } from '../../engine/values/within.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** Operators whose operand is JavaScript. */
const CODE_FIELDS = ['$where', '$function', '$accumulator'];
const DEPTH = 4;

/** The tainted sources in the code within a filter. */
function codeIn(value: Value, frame: Frame): Taint | undefined {
  for (const { objects } of valuesWithin(value, DEPTH))
    for (const { fields } of objects)
      for (const name of CODE_FIELDS) {
        const code = fields.get(name);
        const [taint] = code ? allHarmful(code, frame, SanitizedFor.CODE, true) : [];
        if (taint) return taint;
      }
  return undefined;
}

const check: CallCheck = (event: CallEvent, report) => {
  for (const value of event.arguments.positional) {
    const taint = codeIn(value, event.frame);
    if (!taint) continue;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      description: `The database runs JavaScript that holds ${describeSource(taint)}: a quote in it begins other code, which sees every document.`,
    });
    return;
  }
};

/** A client's value is run as JavaScript by MongoDB. */
export const mongoCode: Rule = {
  id: 'MCP-D004',
  class: 'D',
  title: 'JavaScript for MongoDB built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 943,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:L/A:L',
  what: 'A parameter of a tool, or part of a request, is part of a `$where`, `$function` or `$accumulator`.',
  why: 'The database runs it for each document: a condition that is always true reads all of them, a loop stops the database.',
  example: {
    language: 'javascript',
    bad: 'tickets.find({ $where: `this.owner === "${owner}"` })',
    good: 'tickets.find({ owner: { $eq: owner } })',
  },
  fix: 'Write the condition with operators (`$eq`, `$lt`, `$expr`) and give the value as a value.',
  notCounted: ['constant code', 'values in ordinary fields of a filter'],
  calls: byName(names.mongoCode.methods, check),
};
