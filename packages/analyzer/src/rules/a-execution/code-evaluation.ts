import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { constantOf, maybe, type Value } from '../../engine/values/value.js';
import { describeSource } from '../support/flows.js';
import { argument, option } from '../../engine/expressions/call-arguments.js';
import { memoByNode } from '../../common/memo.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { PageFunctions } from './page-functions.js';
import { isInterpreter } from './interpreters.js';
import { allHarmful } from '../support/pieces.js';
import { STARTS } from '../support/program-starts.js';
import type { Purpose } from '../support/purpose.js';
import { reportFlow, together, type CallTable, type Side } from '../support/flow-reports.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** Tools designed to run code. */
export const RUNS_CODE: Purpose = {
  operation: 'code',
  parameters: new Set(names.codeEvaluation.parameters),
  tools: new Set(names.codeEvaluation.tools),
};

/** `eval(code, {"__builtins__": {}})`: any object's attributes lead out of it. */
const RESTRICTED =
  'The code runs with restricted names, which is no boundary: any object leads to all others.';

/** Whether the names that evaluated code sees are chosen: `__builtins__` of Python's globals, or the context of `vm`. */
const isRestricted = ({ names, arguments: { positional, named } }: CallEvent): boolean =>
  names.some((name) => name.startsWith('vm.') || name.startsWith('vm2.')) ||
  [...positional.slice(1), ...named.values()].some(({ objects }) =>
    objects.some(({ fields }) => fields.has('__builtins__')),
  );

function check(event: CallEvent, code: readonly Value[], side: Side, report: Report): void {
  const taints = code.flatMap((value) => allHarmful(value, event.frame, SanitizedFor.CODE));
  reportFlow(
    taints,
    event,
    RUNS_CODE,
    side,
    {
      description: (taint) =>
        `Code that holds ${describeSource(taint)} is run in the server: it can do all that the server can.`,
      does: 'runs the code that it is given',
      ...(isRestricted(event) && { doubts: [RESTRICTED] }),
    },
    report,
  );
}

const first =
  (side: Side): CallCheck =>
  (event, report) =>
    check(event, [argument(event, 0)], side, report);

/** Parameters and body: all arguments of `new Function(…)`. */
const every =
  (side: Side): CallCheck =>
  (event, report) =>
    check(event, event.arguments.positional, side, report);

/** Formula functions of libraries that pass them to the language's own evaluation. */
const formula =
  (side: Side): CallCheck =>
  (event, report) =>
    check(event, [argument(event, 0, 'expr')], side, report);

/** `new Worker(code, { eval: true })`: the code of a thread, not the path of its file. */
const worker =
  (side: Side): CallCheck =>
  (event, report) => {
    const evaluates = option(event, 'eval');
    if (evaluates && maybe(evaluates, true)) check(event, [argument(event, 0)], side, report);
  };

const CODE_OPTION = /^(?:-c|-e|-E|-p|-r|--eval|--print|eval)$/u;
const SHELLS = /(?:^|[/\\])(?:\w*sh|powershell)(?:\.exe)?$/u;

/** Where the code of an interpreter's option is among its arguments; none after a script, whose options are its own. */
function codeAmong(given: readonly Value[]): Value | undefined {
  let before = '';
  for (const [index, value] of given.entries()) {
    const text = constantOf(value);
    if (CODE_OPTION.test(String(text))) return given[index + 1];
    // A word is a script, unless it belongs to the option before it.
    if (typeof text === 'string' && !text.startsWith('-') && !before.startsWith('-')) return undefined;
    before = typeof text === 'string' ? text : '';
  }
  return undefined;
}

/** `["python", "-c", code]`; shells are covered by another rule. */
const inline =
  (start: string, side: Side): CallCheck =>
  (event, report) => {
    const read = STARTS.get(start)?.(event);
    if (!read || !isInterpreter(read.program) || SHELLS.test(String(constantOf(read.program)))) return;
    const code = codeAmong(read.given);
    if (code) check(event, [code], side, report);
  };

const FUNCTIONS = ['Function', 'AsyncFunction', 'GeneratorFunction', 'Object.getPrototypeOf().constructor'];

/** `new Function(code);` only checks the syntax of a text: nothing can call the function. */
const called =
  (check: CallCheck): CallCheck =>
  (event, report) => {
    if (event.node.discarded !== true) check(event, report);
  };

const evaluatingCalls = (side: Side): CallTable =>
  together(
    byName(names.codeEvaluation.evaluating, first(side)),
    byName(FUNCTIONS, called(every(side))),
    byName(names.codeEvaluation.expressions, formula(side)),
    byName(['worker_threads.Worker'], worker(side)),
    Object.fromEntries([...STARTS.keys()].map((name) => [name, inline(name, side)])),
  );

/** The calls that evaluate a text as code in the server. */
export function codeCalls(side: Side): CallTable {
  const pages = new PageFunctions();
  // One check has several names, and runs once for a call that has two of them.
  const outside = memoByNode((run: CallCheck): CallCheck => (event, report) => {
    if (!pages.hold(event.frame)) run(event, report);
  });
  const calls = Object.entries(evaluatingCalls(side)).map(([name, run]) => [name, outside(run)] as const);
  return together(pages.calls, Object.fromEntries(calls));
}

/** A client's value is evaluated as code. */
export const codeEvaluation: Rule = {
  id: 'MCP-A003',
  class: 'A',
  title: 'Code evaluated from what a client sends',
  severity: 'critical',
  confidence: 'high',
  cwe: 95,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool, or part of a request, reaches `eval`, `exec`, `new Function`, `vm`, a library that evaluates formulas with them, or the option `-c` or `-e` of an interpreter.',
  why: 'Code in the server reads its secrets, its files and its network. Empty `__builtins__`, `vm` contexts and lists of forbidden words are not a security boundary: attributes of any object bypass them.',
  example: {
    language: 'javascript',
    bad: 'const total = vm.runInNewContext(args.formula, { row });',
    good: 'const total = operations[args.operation](row.a, row.b); // a table of functions',
  },
  fix: 'Parse what is needed (`ast.literal_eval`, `JSON.parse`, a small parser for formulas) or offer a fixed set of operations. Code that must run belongs in a process of its own without secrets, network and files.',
  notCounted: [
    'constants, numbers and members of a fixed set within code',
    '`ast.literal_eval`, `JSON.parse` and evaluators that know arithmetic alone',
    'code that is only checked for its syntax, as by `new Function(code);`',
    'functions that a browser runs in a page: MCP-A008 reports those',
    'tools whose name and description promise to run any code: MCP-A011 reports those',
  ],
  remembering: () => ({ calls: codeCalls('other') }),
};
