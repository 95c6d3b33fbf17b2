import { memoByName } from '../../common/memo.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallEvent } from '../../engine/events.js';
import { COMPUTED } from '../../engine/values/external-values.js';
import { SanitizedFor, SANITIZED_FOR_ALL } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { describeSource, flowInto } from '../support/flows.js';
import { inHandler } from '../support/locations.js';
import { allHarmful, isWhole } from '../support/pieces.js';

/** A name of whatever characters can be that of any method. */
const ANY_NAME = SANITIZED_FOR_ALL & ~SanitizedFor.SIZE;

/** Objects whose methods compute, format or collect, and do nothing else. */
const HARMLESS =
  /^(?:Math|JSON|Number|String|Object|Array|Date|Intl|Reflect|console|Map|Set|zod|math|datetime|re|string)\b/u;
const isHarmless = memoByName((path) => HARMLESS.test(path));

/** Whether a value has methods that are not listed in a table of the program: an object of a library, an instance. */
const hasMethods = ({ targets, objects }: Value): boolean =>
  targets.some((target) => target.kind === 'external' && !isHarmless(target.path)) ||
  objects.some(({ class: info, path }) => info !== undefined || (path !== undefined && !isHarmless(path)));

/** Whether the methods are those of a library, and not of the package. */
const isOfLibrary = ({ targets }: Value): boolean => targets.some(({ kind }) => kind === 'external');

function check(name: Value, object: Value, sink: string, event: CallEvent, report: Report): void {
  const { frame } = event;
  if (!inHandler(frame) || !isWhole(name, frame, ANY_NAME)) return;
  const [taint] = allHarmful(name, frame, ANY_NAME);
  if (!taint) return;
  report({
    ...flowInto(event, taint, sink),
    ...(!isOfLibrary(object) && { severity: 'medium' as const }),
    description: `Which method is called depends on ${describeSource(taint)}: every other method of the object can be called as well.`,
  });
}

/** `client[args.operation](…)`. */
const computed: CallCheck = (event, report) => {
  const { receiver } = event;
  // A table of the program's own functions has nothing else in it.
  if (receiver && hasMethods(receiver) && !event.callee.targets.some(({ kind }) => kind === 'closure'))
    check(argument(event, 0), receiver, COMPUTED, event, report);
};

/** `getattr(client, operation)(…)`. */
const gotten: CallCheck = (event, report) => {
  if (hasMethods(event.callee)) check(event.callee, event.callee, 'getattr', event, report);
};

/** `reflect.ValueOf(client).MethodByName(operation)`. */
const byName: CallCheck = (event, report) => {
  const library: Value = {
    taints: [],
    objects: [],
    targets: [{ kind: 'external', path: 'reflect.Value()' }],
  };
  check(argument(event, 0), library, 'reflect.MethodByName', event, report);
};

/** A client's value decides which method is called. */
export const methodChoice: Rule = {
  id: 'MCP-A014',
  preview: true,
  class: 'A',
  title: 'Method called by a name that a client sends',
  severity: 'high',
  confidence: 'medium',
  cwe: 470,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:L',
  what: 'A parameter of a tool, or part of a request, is the name of the method that is called on an object of a library: `client[name](…)`, `getattr(client, name)(…)`, `MethodByName(name)`. For an instance of a class of the package, it is medium.',
  why: 'A client of a service has methods that delete, grant rights or run code; an object leads to its constructor. Which of them the tool was meant for is nowhere said.',
  example: {
    language: 'python',
    bad: 'return getattr(client, operation)(**arguments)',
    good: 'operations = {"list": client.list_items, "get": client.get_item}\nreturn operations[operation](**arguments)',
  },
  fix: 'Look the name up in a table of the methods that the tool is meant for.',
  notCounted: [
    'names from a fixed set, and tables of functions',
    'names with a fixed beginning: `handle_…`',
    'objects that compute alone, such as `Math`',
  ],
  calls: { [COMPUTED]: computed, '.MethodByName': byName, 'reflect.ValueOf().MethodByName': byName },
  called: [{ names: (name) => name.endsWith(`.${COMPUTED}`) && name !== `.${COMPUTED}`, check: gotten }],
};
