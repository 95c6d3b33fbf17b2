import type { Choice, Expression, FunctionDefinition, If, Statement } from '../../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../../ir/walk.js';
import { memoByNode } from '../../../common/memo.js';

/** Words of a refusal. */
const REFUSAL =
  /limit|quota|too many|too often|exceed|throttl|try again|retry|slow down|wait|maximum|exhaust|expire|expiry|time ?out|busy|trial|licen[cs]e|deprecat|sunset|no longer|retired|ended|upgrade|renew|unavailable|not available|closed|refus|denied|budget|reached|already/iu;
const ERRORS =
  /^(?:isError|is_error|NewToolResultError|McpError|ToolError|Error|Errorf|fail|abort|reject|exit)$/u;
/** Names of housekeeping functions. */
const HOUSEKEEPING =
  /^(?:clear|reset|flush|rotate|evict|delete|prune|splice|shift|pop|popitem|sleep|log|print|println|printf|warn|warning|info|debug|error|trim|cleanup|refresh|reload|collect|gc|compact|vacuum|save|persist|emit|report)$/iu;
/** Names of calls with effects outside the process. */
const OUTSIDE =
  /^(?:fetch|post|put|patch|request|urlopen|axios|sendMail|send_message|sendmail|send|Post|PostForm|Do|exec|execSync|spawn|system|popen|Popen|run|check_output|eval|Command|CommandContext|connect|sendto|writeFile|writeFileSync|update|AddTool|registerTool|add_tool)$/u;

/** Calls that add to a list or a text. */
const ADDS = /^(?:append|push|extend|insert|unshift|add|concat|WriteString)$/u;

const isNothing = (value: Expression | undefined): boolean => {
  if (!value) return true;
  if (value.kind === 'constant')
    return value.value === null || value.value === '' || typeof value.value === 'boolean';
  if (value.kind === 'list') return value.items.every((item) => isNothing(item.value));
  return (
    (value.kind === 'object' && value.entries.length === 0) ||
    (value.kind === 'name' && /^(?:nil|None|undefined|null)$/u.test(value.name))
  );
};

/** Whether statements refuse the call or fail: a limit, not a change of behavior. */
function isRefusal(statements: readonly Statement[]): boolean {
  for (const node of nodesWithin(statements, false)) {
    if (node.kind === 'throw') return true;
    if (node.kind === 'constant' && typeof node.value === 'string' && REFUSAL.test(node.value)) return true;
    if (node.kind === 'name' && (ERRORS.test(node.name) || REFUSAL.test(node.name))) return true;
    if (node.kind === 'member' && (ERRORS.test(node.property) || REFUSAL.test(node.property))) return true;
    if (node.kind === 'object' && node.entries.some((entry) => 'key' in entry && isErrorKey(entry.key)))
      return true;
  }
  return false;
}

const isErrorKey = (key: Expression): boolean =>
  key.kind === 'constant' && (key.value === 'isError' || key.value === 'error' || key.value === 'is_error');

/**
 * Whether a branch changes a handler's behavior: it returns something else or has outside effects. Limits, errors and
 * housekeeping do not count.
 */
export function changesBehavior({ then }: If): boolean {
  if (isRefusal(then)) return false;
  for (const node of nodesWithin(then, false)) {
    if (node.kind === 'return' && !isNothing(node.value)) return !isHousekeeping(then);
    if (node.kind === 'call' && OUTSIDE.test(lastNameOf(node.callee))) return true;
  }
  return false;
}

/** The names in what a function returns. */
const returnedNames = memoByNode(
  ({ body }: FunctionDefinition): ReadonlySet<string> =>
    new Set(
      nodesWithin(body, false)
        .filter((node) => node.kind === 'return')
        .flatMap(({ value }) => nodesWithin(value, false))
        .flatMap((node) => (node.kind === 'name' ? [node.name] : [])),
    ),
);

/** Whether a branch adds to the answer of its function: `answer.push(NOTICE)`, `text += NOTICE`. */
export function changesAnswer({ then }: If, around: FunctionDefinition): boolean {
  if (isRefusal(then)) return false;
  const returned = returnedNames(around);
  for (const node of nodesWithin(then, false)) {
    if (node.kind === 'call' && node.callee.kind === 'member' && ADDS.test(node.callee.property)) {
      const { object } = node.callee;
      if (object.kind === 'name' && returned.has(object.name) && node.arguments.length > 0) return true;
    }
    const isAssigned = node.kind === 'assign' || node.kind === 'declare';
    if (!isAssigned || node.target.kind !== 'bind' || isNothing(node.value)) continue;
    if (returned.has(node.target.name)) return true;
  }
  return false;
}

/** `if (calls > 100) return this.refresh()`. */
const isHousekeeping = (statements: readonly Statement[]): boolean =>
  [...nodesWithin(statements, false)].some(
    (node) => node.kind === 'call' && HOUSEKEEPING.test(lastNameOf(node.callee)),
  );

/** The conditional descriptions in a function: `description: served > 5 ? LATER : FIRST`. */
export function chosenDescriptions({ body }: FunctionDefinition): readonly Choice[] {
  const choices: Choice[] = [];
  const collect = (value: Expression): void => {
    if (value.kind === 'choice') choices.push(value);
  };
  for (const node of nodesWithin(body, false)) {
    if (node.kind === 'object')
      for (const entry of node.entries)
        if ('key' in entry && entry.key.kind === 'constant' && entry.key.value === 'description')
          collect(entry.value);
    if (node.kind === 'call')
      for (const { name, value } of node.arguments) if (name === 'description') collect(value);
  }
  return choices;
}
