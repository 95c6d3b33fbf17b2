import type { Closure } from '../../engine/value.js';
import { wordsOf } from '../../engine/secret-names.js';
import type { Expression, FunctionDefinition, Lines, Statement } from '../../ir/program.js';
import { callsWithin, lastNameOf, nodesWithin, parameterNames } from '../../ir/walk.js';
import type { Tool } from '../../surface/surface.js';
import { lineIn } from '../places.js';
import type { Report, Rule } from '../rule.js';

const CLAIM =
  /(?<![-/\w] ?)(?:admin(?:istrator)?s?|owners?|operators?|managers?|superusers?|root|staff|moderators?)[ -]only\b|\bonly (?:for )?(?:the )?(?:admin(?:istrator)?s?|owners?|operators|managers|superusers?|staff|moderators)\b|\b(?:restricted|limited) to (?:admin|administrators|owners|operators|managers|staff)\b/iu;
const APPROVAL =
  /\b(?:requires?|needs|only (?:after|with)|after) (?:\w+ )?(?:human |manual |explicit |prior |user |manager )?(?:approval|sign-?off)\b|\bmust be approved\b/iu;

/** Words of checks in the names of functions and fields. */
const CHECKS = new Set([
  'admin', 'admins', 'administrator', 'role', 'roles', 'scope', 'scopes', 'permission', 'permissions', 'permitted',
  'allowed', 'allow', 'authorize', 'authorized', 'authorization', 'auth', 'access', 'privilege', 'privileges', 'owner',
  'can', 'policy', 'acl', 'rbac', 'superuser', 'root', 'staff', 'operator', 'group', 'groups', 'claims', 'uid', 'geteuid',
]); // prettier-ignore
const APPROVALS = new Set([
  'approval',
  'approve',
  'approved',
  'confirm',
  'confirmed',
  'confirmation',
  'elicit',
  'consent',
]);
const ENFORCES = /^(?:require|ensure|assert|check|verify|authorize|demand|enforce|must|guard|validate)/iu;

const saysCheck = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** Whether a condition asks about something that the caller does not set himself. */
function asks(test: Expression, own: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  for (const node of nodesWithin(test)) {
    if (node.kind === 'name' && !own.has(node.name) && saysCheck(node.name, words)) return true;
    if (node.kind === 'member' && saysCheck(node.property, words)) {
      const base = node.object;
      if (!(base.kind === 'name' && own.has(base.name) && isArguments(base.name))) return true;
    }
  }
  return false;
}

const isArguments = (name: string): boolean => /^(?:args|arguments|params|input|payload|body)$/iu.test(name);

/** Whether a function's body holds a check: a condition, or a call that throws. */
function isChecked(definition: FunctionDefinition, words: ReadonlySet<string>): boolean {
  const own = parameterNames(definition);
  for (const context of ['ctx', 'context', 'extra', 'self', 'req', 'request']) own.delete(context);
  for (const node of nodesWithin(definition.body)) {
    if ((node.kind === 'if' || node.kind === 'choice') && asks(node.test, own, words)) return true;
    if (
      node.kind === 'operation' &&
      (node.operator === '&&' || node.operator === '||') &&
      asks(node, own, words)
    )
      return true;
    if (node.kind === 'call') {
      const name = lastNameOf(node.callee);
      if (ENFORCES.test(name) && saysCheck(name, words)) return true;
    }
  }
  return definition.decorators.some((decorator) =>
    [...nodesWithin(decorator)].some((node) => node.kind === 'name' && saysCheck(node.name, words)),
  );
}

const EFFECTS =
  /^(?:execute|executemany|exec|query|run|delete|remove|drop|purge|unlink|rmtree|rm|kill|write|update|insert|save|set|put|post|patch|send|grant|revoke|create|commit|call|popen|system)/iu;

/** Where the work is done that nobody has been asked about; the claim itself, where it stands apart from the code. */
function placeOf(tool: Tool, definition: FunctionDefinition): Lines {
  const isWithin = tool.descriptionLine > definition.line && tool.descriptionLine <= definition.endLine;
  const body: readonly Statement[] = definition.body;
  const effect = isWithin
    ? [...callsWithin(body)].find(({ callee }) => EFFECTS.test(lastNameOf(callee)))
    : undefined;
  return effect ?? { line: tool.descriptionLine, endLine: tool.descriptionLine };
}

/** Whether a function does a tool's work itself, where it is called by its name. */
function deals({ function: { body } }: Closure, name: string): boolean {
  for (const node of nodesWithin(body)) {
    const tests = node.kind === 'switch' ? node.cases.flatMap((each) => each.tests) : [];
    if (node.kind === 'if') tests.push(...operandsOf(node.test));
    if (tests.some((test) => test.kind === 'constant' && test.value === name)) return true;
  }
  return false;
}

const operandsOf = (test: Expression): readonly Expression[] =>
  test.kind === 'operation' && test.operator === '==' ? test.operands : [];

/** What does a tool's work: its own handler, or the one function in which all tools are told apart. */
function handlerOf({ handler, name }: Tool, dispatchers: readonly Closure[]): Closure | undefined {
  return handler ?? (name === '' ? undefined : dispatchers.find((each) => deals(each, name)));
}

function check(tool: Tool, dispatchers: readonly Closure[], report: Report): void {
  const { description = '', file, name } = tool;
  const handler = handlerOf(tool, dispatchers);
  if (!handler) return;
  const isApproval = APPROVAL.test(description);
  if (!CLAIM.test(description) && !isApproval) return;
  const words = isApproval ? new Set([...CHECKS, ...APPROVALS]) : CHECKS;
  if (isChecked(handler.function, words)) return;
  if (isApproval && tool.parameters.some((parameter) => saysCheck(parameter.name, APPROVALS))) return;
  const lines = placeOf(tool, handler.function);
  const place = lineIn(lines.line === tool.descriptionLine ? file : handler.scope.module, lines.line);
  report({
    ...place,
    lines,
    sink: 'unchecked claim',
    tool: name,
    description: `The description of \`${name}\` says who may use it, and its handler asks nobody.`,
  });
}

/** A restriction that exists in words alone. */
export const uncheckedClaim: Rule = {
  id: 'MCP-C002',
  class: 'C',
  title: 'Restriction that is said but not checked',
  severity: 'high',
  confidence: 'medium',
  cwe: 862,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:L',
  what: 'A tool whose description says that only administrators may use it, or that it needs an approval, while its handler looks at no role, scope or approval.',
  why: 'Every client may call every tool; whoever reads the description relies on a check that does not exist.',
  example: {
    language: 'python',
    bad: '@mcp.tool()\ndef grant_role(login: str):\n    """Administrators only."""\n    db.execute(UPDATE, (login,))',
    good: 'if role_of(operator) != "admin":\n    raise PermissionError("administrators only")',
  },
  fix: 'Check the role or scope of the signed-in client at the beginning of the handler, before anything is done.',
  notCounted: ['descriptions that tell which rights the service behind the tool asks for'],
  package: ({ surface }, report) => {
    for (const tool of surface.tools) check(tool, surface.dispatchers, report);
  },
};
