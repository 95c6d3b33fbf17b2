import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { UNKNOWN } from '../../engine/values/value.js';
import { callsWithin, lastNameOf } from '../../ir/walk.js';
import { isScriptFile } from '../support/code-files.js';
import { flowInto, harmful, describeSource } from '../support/flows.js';
import { argument, named } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';

/** Whether part of the pattern is escaped by a function. */
const isEscaped = (event: CallEvent): boolean =>
  [...callsWithin(event.node.arguments[0]?.value)].some(({ callee }) =>
    /escape|quote/iu.test(lastNameOf(callee)),
  );

function reportFinding(event: CallEvent, taint: Taint, report: Report): void {
  report({
    ...flowInto(event, taint, sinkOf(event)),
    description: `A regular expression is compiled from ${describeSource(taint)}: a pattern like \`(a+)+$\` keeps the server busy indefinitely.`,
  });
}

const compiled: CallCheck = (event, report) => {
  if (event.frame.scope.traits.linearPatterns || named(event, 'timeout') || isEscaped(event)) return;
  const taint = harmful(argument(event, 0, 'pattern'), event.frame, SanitizedFor.REGEX);
  if (taint) reportFinding(event, taint, report);
};

/** `text.match(pattern)` compiles a string. */
const method: CallCheck = (event, report) => {
  if (!isScriptFile(event.frame.module)) return;
  const [pattern = UNKNOWN] = event.arguments.positional;
  const isOurs = event.callee.targets.some(({ kind }) => kind !== 'external');
  if (pattern.targets.length > 0 || pattern.objects.length > 0 || isOurs || event.names.length > 0) return;
  const taint = harmful(pattern, event.frame, SanitizedFor.REGEX);
  if (taint) reportFinding(event, taint, report);
};

const PYTHON = ['compile', 'match', 'search', 'fullmatch', 'findall', 'finditer', 'sub', 'subn', 'split'];

/** The client supplies the pattern. */
export const clientPattern: Rule = {
  id: 'MCP-N001',
  class: 'N',
  title: 'Regular expression from a client',
  severity: 'medium',
  confidence: 'high',
  cwe: 1333,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'A parameter of a tool, or part of a request, that is compiled into a regular expression which may backtrack.',
  why: 'Some patterns take a time that doubles with each character; in Node nothing else is answered meanwhile.',
  example: {
    language: 'typescript',
    bad: 'new RegExp(pattern, "i")',
    good: 'new RegExp(pattern.replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&"), "i")',
  },
  fix: 'Escape the text when it is to be found as it is; for real patterns use an engine of linear time (`re2`), or a worker with a time limit.',
  notCounted: [
    'escaped texts',
    'Go, whose expressions take linear time',
    'the `regex` module with `timeout=`',
  ],
  calls: {
    RegExp: compiled,
    ...byName(
      PYTHON.flatMap((name) => [`re.${name}`, `regex.${name}`]),
      compiled,
    ),
    ...byName(['.match', '.matchAll', '.search'], method),
  },
};
