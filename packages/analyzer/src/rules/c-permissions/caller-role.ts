import { toolAt } from '../../engine/calls/frames.js';
import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition, If } from '../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { DELETIONS } from '../support/deletions.js';
import { FILE_WRITES } from '../support/file-writes.js';
import { callersOf, inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Rule } from '../rule.js';
import { variableOf } from '../support/variables.js';
import names from './names.json' with { type: 'json' };

/** Parameters that claim a role of the caller. */
const FLAG =
  /^(?:is_?|as_?|user_?is_?|caller_?is_?)(?:admin(?:istrator)?|superuser|super_?user|root|owner|privileged|authori[sz]ed|authenticated|staff|moderator)$|^(?:admin|superuser|privileged|admin_?mode)$/iu;
const ROLE =
  /^(?:user_?|caller_?|my_?|current_?)?(?:role|user_?type|permission(?:_?level)?|access_?level|privilege)s?$/iu;
const HIGH = /^(?:admin(?:istrator)?|root|owner|superuser|super_?admin|manager|operator)$/iu;

function valueOf(expression: Expression, frame: Frame): Value | undefined {
  if (expression.kind === 'name') return variableOf(expression.name, frame);
  if (expression.kind !== 'member') return undefined;
  const object = valueOf(expression.object, frame);
  for (const { fields } of object?.objects ?? []) {
    const field = fields.get(expression.property);
    if (field) return field;
  }
  return object && object.taints.length > 0 ? object : undefined;
}

/** The access path of such a value. */
function accessPathOf(expression: Expression): string | undefined {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'member') return undefined;
  const object = accessPathOf(expression.object);
  return object === undefined ? undefined : `${object}.${expression.property}`;
}

function taintFromClient(expression: Expression, frame: Frame): Taint | undefined {
  const value = valueOf(expression, frame);
  return (
    value &&
    taintsHere(value, frame).find(
      ({ source }) => CLIENT_SOURCES.has(source.kind) && source.kind !== 'http-request',
    )
  );
}

const isHigh = (expression: Expression): boolean =>
  expression.kind === 'constant' && typeof expression.value === 'string' && HIGH.test(expression.value);

/** The parts of a condition that check a claimed role. */
function* claimsIn(test: Expression): Generator<Expression> {
  for (const node of nodesWithin(test, false)) {
    if ((node.kind === 'name' || node.kind === 'member') && FLAG.test(lastNameOf(node))) yield node;
    if (node.kind !== 'operation' || !['==', '!='].includes(node.operator) || !node.operands.some(isHigh))
      continue;
    for (const operand of node.operands) if (ROLE.test(lastNameOf(operand))) yield operand;
  }
}

const ADDS = new Set(names.callerRole.addingMethods);

/** Whether a condition only adds to a list of options: what it decides is part of what is made, not whether it may be made. */
const onlyAdds = ({ then, otherwise }: If): boolean =>
  otherwise.length === 0 &&
  then.every(
    (each) =>
      each.kind === 'expression' &&
      each.expression.kind === 'call' &&
      each.expression.callee.kind === 'member' &&
      ADDS.has(each.expression.callee.property),
  );

/** The claims in a function's conditions, without duplicates. */
const claimsOf = memoByNode(({ body }: FunctionDefinition) => {
  const claims = new Map<string, Expression>();
  for (const node of nodesWithin(body, false))
    if (node.kind === 'if' && !onlyAdds(node))
      for (const claim of claimsIn(node.test)) {
        const path = accessPathOf(claim);
        if (path !== undefined && !claims.has(path)) claims.set(path, claim);
      }
  return [...claims.values()];
});

function claimAround(from: Frame): Taint | undefined {
  for (const frame of callersOf(from))
    for (const claim of frame.function ? claimsOf(frame.function) : []) {
      const taint = taintFromClient(claim, frame);
      if (taint) return taint;
    }
  return undefined;
}

const EFFECTS = [
  ...DELETIONS,
  ...FILE_WRITES,
  'child_process.exec',
  'child_process.execFile',
  'child_process.spawn',
  'child_process.execSync',
  'child_process.execFileSync',
  'child_process.spawnSync',
  'subprocess.run',
  'subprocess.Popen',
  'os/exec.Command',
  'os/exec.CommandContext',
  ...names.callerRole.writingMethods.map((name) => `.${name}`),
];

/** Authorization by an argument of the caller. */
export const callerRole: Rule = {
  id: 'MCP-C006',
  class: 'C',
  title: 'Rights decided by an argument of the caller',
  severity: 'high',
  confidence: 'medium',
  cwe: 285,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:H',
  what: 'A condition on a parameter such as `is_admin` or `role == "admin"` before something is changed.',
  why: 'Whoever wants to be an administrator writes so into the arguments; the check keeps out nobody.',
  example: {
    language: 'go',
    bad: 'if !args.IsAdmin { return errors.New("administrators only") }',
    good: 'if session.Role != "admin" { return errors.New("administrators only") }',
  },
  fix: 'Take the role from the verified token or from the server’s own configuration, never from the arguments.',
  notCounted: [
    'roles that are data, as in a tool that creates users: a condition that only adds an option to a list',
  ],
  remembering: (): Checks => {
    const reported = new Set<string>();
    const check: CallCheck = (event, report) => {
      const { frame } = event;
      if (!inHandler(frame)) return;
      const tool = toolAt(frame) ?? frame.entry.name;
      if (reported.has(tool)) return;
      const taint = claimAround(frame);
      if (!taint) return;
      reported.add(tool);
      report({
        at: frame,
        lines: event.node,
        sink: sinkOf(event),
        taint,
        description: `Whether this may be done is decided by the parameter \`${taint.source.name}\`, which the caller sets.`,
      });
    };
    return { calls: byName([...new Set(EFFECTS)], check) };
  },
};
