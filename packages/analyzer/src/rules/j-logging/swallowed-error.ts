import type { Call, Expression, Statement } from '../../ir/program.js';
import { lastNameOf, plain } from '../../ir/walk.js';
import { inHandler } from '../support/locations.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import type { Frame } from '../../engine/frame.js';
import type { Lines } from '../../ir/program.js';

/** Calls with outside effects, whose failure must not be ignored. */
const CHANGES =
  /^(?:post|put|patch|postform|insert(?:_?(?:one|many))?|update_?(?:one|many)|delete_?(?:one|many)|replace_?one|execute(?:many|script)?|exec(?:context)?|commit|send_?(?:mail|message|email|transaction)|upload(?:_?(?:file|blob|object))?|save|publish|transfer|put_?(?:object|item)|write_?(?:file|filesync|text|bytes)|charge|pay|deploy)$/iu;

/** Types that match every error. */
const ALL = new Set(['Exception', 'BaseException', 'Error', 'Throwable']);

const isNothing = (statements: readonly Statement[]): boolean =>
  statements.every((each) => each.kind === 'block' && isNothing(each.body));

/** Statements that are a call whose result is unused. */
function* bareCalls(statements: readonly Statement[]): Generator<Call> {
  for (const statement of statements) {
    if (statement.kind === 'expression') {
      const expression: Expression = plain(statement.expression);
      if (expression.kind === 'call') yield expression;
    } else if (statement.kind === 'block' || statement.kind === 'with' || statement.kind === 'for-each')
      yield* bareCalls(statement.body);
    else if (statement.kind === 'if') {
      yield* bareCalls(statement.then);
      yield* bareCalls(statement.otherwise);
    }
  }
}

/** Whether the statements return a result; then the empty handler leads to a fallback. */
const hasResult = (statements: readonly Statement[]): boolean =>
  statements.some(
    (each) =>
      each.kind === 'return' ||
      ((each.kind === 'block' || each.kind === 'with') && hasResult(each.body)) ||
      (each.kind === 'if' && (hasResult(each.then) || hasResult(each.otherwise))),
  );

function reportFinding(frame: Frame, lines: Lines, call: Call, report: Report): void {
  const name = lastNameOf(call.callee);
  report({
    at: frame,
    lines,
    sink: name,
    description: `When \`${name}\` fails, nobody learns of it: the error is dropped, and the client receives an ordinary answer.`,
  });
}

/** `promise.catch(() => {})`. */
const promise: CallCheck = ({ frame, node, arguments: { positional } }, report) => {
  if (!inHandler(frame) || node.callee.kind !== 'member') return;
  const isEmpty = positional[0]?.targets.some(
    (target) => target.kind === 'closure' && target.function.body.length === 0,
  );
  const call = plain(node.callee.object);
  if (isEmpty && call.kind === 'call' && CHANGES.test(lastNameOf(call.callee)))
    reportFinding(frame, node, call, report);
};

/** An error that matters is neither reported nor logged. */
export const swallowedError: Rule = {
  id: 'MCP-J003',
  class: 'J',
  title: 'Swallowed error',
  severity: 'low',
  confidence: 'medium',
  cwe: 390,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:L/A:N',
  what: 'An empty `catch`, `except: pass` or `_ = f()` around a call that writes, sends or books something, in what a client’s call reaches.',
  why: 'The model and the user go on as if it had been done, and no log shows that attacks or faults occur.',
  example: {
    language: 'python',
    bad: 'try:\n    db.execute(INSERT, row)\nexcept Exception:\n    pass',
    good: 'except sqlite3.Error:\n    log.exception("booking failed")\n    raise ToolError("the booking failed")',
  },
  fix: 'Note the error in the log and answer that the work was not done; catch only the errors that are expected.',
  notCounted: [
    'clean-up, closing and removing what may be gone already',
    'errors of one kind that is expected',
    'attempts whose result another one replaces',
  ],
  calls: { '.catch': promise },
  events: {
    catch: ({ frame, lines, tried, types, handling }, report) => {
      const isAll = types.length === 0 || types.some((type) => ALL.has(lastNameOf(type)));
      if (!inHandler(frame) || !isAll || !isNothing(handling) || hasResult(tried)) return;
      for (const call of bareCalls(tried))
        if (CHANGES.test(lastNameOf(call.callee))) {
          reportFinding(frame, lines, call, report);
          return;
        }
    },
  },
};
