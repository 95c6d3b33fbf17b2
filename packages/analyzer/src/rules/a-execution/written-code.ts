import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { Expression } from '../../ir/program.js';
import { describeSource } from '../support/flows.js';
import { memoByNode } from '../../common/memo.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { RUNS_CODE } from './code-evaluation.js';
import { isInterpreter } from './interpreters.js';
import { STARTS } from '../support/program-starts.js';
import { reportFlow, type CallTable, type Side } from '../support/flow-reports.js';

const WRITES =
  /^(?:write|writeFile|writeFileSync|outputFile|outputFileSync|write_text|write_bytes|WriteFile|WriteString|Write)$/u;

/** The dotted name of an expression: `path`, `file.name`. */
function dottedName(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'member') return undefined;
  const object = dottedName(expression.object);
  return object === undefined ? undefined : `${object}.${expression.property}`;
}

interface Mentions {
  /** File writes: the names of the file, and of the content. */
  readonly writes: readonly { readonly to: ReadonlySet<string>; readonly content: readonly string[] }[];
  /** Bindings of names: `with open(path) as file`, `path = file.name`. */
  readonly bound: readonly (readonly [string, ReadonlySet<string>])[];
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Functions that serialize a value as data, which is not run as code. */
const WRITES_DATA = /^(?:stringify|dumps?|Marshal|MarshalIndent)$/u;

const isData = ({ kind, callee }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'call' && isNode(callee) && WRITES_DATA.test(String(callee['property'] ?? callee['name']));

/** All names in a piece of code, and the file names in its strings. */
function namesIn(code: unknown): Set<string> {
  const names = new Set<string>();
  const queue = [code].filter(isNode);
  for (let each = queue.pop(); each; each = queue.pop()) {
    if (isData(each)) continue;
    const { kind, name, value } = each;
    if (kind === 'name' && typeof name === 'string') names.add(name);
    else if (kind === 'constant' && typeof value === 'string' && /\.\w{1,5}$/u.test(value))
      names.add(`"${value}`);
    else for (const part of Object.values(each)) if (isNode(part)) queue.push(part);
  }
  return names;
}

/** The writes and bindings of a function. */
const mentionsOf = memoByNode((body: object): Mentions => {
  const writes: { to: Set<string>; content: string[] }[] = [];
  const bound: [string, ReadonlySet<string>][] = [];
  const queue = [body].filter(isNode);
  for (let each = queue.pop(); each; each = queue.pop()) {
    const target = each['target'];
    if (isNode(target) && target['kind'] === 'bind' && typeof target['name'] === 'string' && each['value'])
      bound.push([target['name'], namesIn(each['value'])]);
    const call = each as unknown as Expression;
    if (call.kind === 'call' && call.callee.kind === 'member' && WRITES.test(call.callee.property)) {
      const given = call.arguments.map(({ value }) => value);
      const receiver = dottedName(call.callee.object);
      writes.push({
        to: new Set([...(receiver === undefined ? [] : [receiver]), ...namesIn(given[0])]),
        content: [...namesIn(given)],
      });
    }
    for (const part of Object.values(each)) if (isNode(part)) queue.push(part);
  }
  return { writes, bound };
});

/** The tainted sources in a variable that can do harm as code. */
function harmIn(name: string, frame: Frame): readonly Taint[] {
  const value: Value | undefined = frame.scope.flow.get(name);
  if (!value) return [];
  return taintsHere(value, frame).filter(
    ({ source, sanitizedFor }) => CLIENT_SOURCES.has(source.kind) && (sanitizedFor & SanitizedFor.CODE) === 0,
  );
}

/** The client's values in a file that is then run by an interpreter. */
function writtenTo(files: ReadonlySet<string>, frame: Frame): readonly Taint[] {
  const body = frame.function?.body;
  if (!body) return [];
  const { writes, bound } = mentionsOf(body);
  const same = new Set(files);
  for (const [name, from] of bound) {
    if (same.has(name)) for (const each of from) same.add(each);
    if ([...from].some((each) => files.has(each))) same.add(name);
  }
  return writes
    .filter(({ to }) => [...to].some((name) => same.has(name)))
    .flatMap(({ content }) => content.filter((name) => !files.has(name)))
    .flatMap((name) => harmIn(name, frame));
}

const started =
  (name: string, side: Side): CallCheck =>
  (event: CallEvent, report: Report) => {
    const start = STARTS.get(name)?.(event);
    if (!start || !isInterpreter(start.program)) return;
    const files = namesIn(event.node.arguments.map(({ value }) => value));
    reportFlow(
      writtenTo(files, event.frame),
      event,
      RUNS_CODE,
      side,
      {
        description: (taint) =>
          `A file is written that holds ${describeSource(taint)}, and an interpreter runs it: it can do all that the server can.`,
        does: 'writes the code that it is given to a file and runs it',
      },
      report,
    );
  };

/** The calls that may run a file written by the same function. */
export const writtenCalls = (side: Side): CallTable =>
  Object.fromEntries([...STARTS.keys()].map((name) => [name, started(name, side)]));

/** A client's value is written to a file and run. */
export const writtenCode: Rule = {
  id: 'MCP-A010',
  class: 'A',
  title: 'File written with what a client sends, and run',
  severity: 'critical',
  confidence: 'medium',
  cwe: 94,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A function writes a parameter of a tool into a file and then starts an interpreter with that file.',
  why: 'The file is code of whoever fills in the parameter; it runs with the rights, the secrets and the network of the server.',
  example: {
    language: 'python',
    bad: 'script.write_text(TEMPLATE.format(formula=formula))\nsubprocess.run([sys.executable, str(script)])',
    good: 'subprocess.run([sys.executable, "evaluate.py"], input=json.dumps({"formula": formula}), text=True)',
  },
  fix: 'Give what clients send to a constant program as data: on its standard input, or in a file that it reads and does not run.',
  notCounted: [
    'files that hold numbers, members of a fixed set or values written as JSON',
    'tools whose name and description promise to run any code: MCP-A011 reports those',
  ],
  calls: writtenCalls('other'),
};
