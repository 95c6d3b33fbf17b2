import type { Closure } from '../../engine/value.js';
import type { FunctionDefinition, Lines, Statement } from '../../ir/program.js';
import { callsWithin, lastNameOf } from '../../ir/walk.js';
import type { Tool } from '../../surface/surface.js';
import { lineIn } from '../support/locations.js';
import type { Report, Rule } from '../rule.js';
import { APPROVALS, CHECKS, isChecked, ROLES, namesCheck } from './role-checks.js';
import { dispatches, ToolTables } from './tool-tables.js';

const CLAIM =
  /(?<![-/\w] ?)(?:admin(?:istrator)?s?|owners?|operators?|managers?|superusers?|root|staff|moderators?)[ -]only\b|\bonly (?:for )?(?:the )?(?:admin(?:istrator)?s?|owners?|operators|managers|superusers?|staff|moderators)\b|\b(?:restricted|limited) to (?:admin|administrators|owners|operators|managers|staff)\b/iu;
const APPROVAL =
  /\b(?:requires?|needs|only (?:after|with)|after) (?:\w+ )?(?:human |manual |explicit |prior |user |manager )?(?:approval|sign-?off)\b|\bmust be approved\b/iu;

const EFFECTS =
  /^(?:execute|executemany|exec|query|run|delete|remove|drop|purge|unlink|rmtree|rm|kill|write|update|insert|save|set|put|post|patch|send|grant|revoke|create|commit|call|popen|system)/iu;

/** The unauthorized effect if the claim is in the function, else the claim itself. */
function linesOf(tool: Tool, definition: FunctionDefinition): Lines {
  const isWithin = tool.descriptionLine > definition.line && tool.descriptionLine <= definition.endLine;
  const body: readonly Statement[] = definition.body;
  const effect = isWithin
    ? [...callsWithin(body)].find(({ callee }) => EFFECTS.test(lastNameOf(callee)))
    : undefined;
  return effect ?? { line: tool.descriptionLine, endLine: tool.descriptionLine };
}

/** A tool's handler, and the functions that run before it. */
interface Work {
  readonly handler: Closure;
  readonly before: readonly FunctionDefinition[];
}

/** The tool's own handler, the one in its table, or the function that dispatches all tools. */
function workOf(
  { handler, name, description = '' }: Tool,
  dispatchers: readonly Closure[],
  tables: ToolTables,
): Work | undefined {
  if (handler) return { handler, before: tables.guards() };
  const dispatcher = name === '' ? undefined : dispatchers.find((each) => dispatches(each, name));
  if (dispatcher) return { handler: dispatcher, before: tables.guards() };
  const kept = tables.handlerOf(description);
  return kept && { handler: kept, before: [...tables.guards(), ...dispatchers.map((each) => each.function)] };
}

function check(tool: Tool, dispatchers: readonly Closure[], tables: ToolTables, report: Report): void {
  const { description = '', file, name } = tool;
  const isApproval = APPROVAL.test(description);
  if (!CLAIM.test(description) && !isApproval) return;
  const work = workOf(tool, dispatchers, tables);
  if (!work) return;
  const { handler, before } = work;
  const words = isApproval ? new Set([...CHECKS, ...APPROVALS]) : CHECKS;
  if (isChecked(handler.function, words, tables.functions)) return;
  if (before.some((each) => isChecked(each, ROLES, tables.functions))) return;
  if (isApproval && tool.parameters.some((parameter) => namesCheck(parameter.name, APPROVALS))) return;
  const own = tool.handler ? undefined : tables.linesOf(description);
  const lines = own?.lines ?? linesOf(tool, handler.function);
  const location = lineIn(
    own?.file ?? (lines.line === tool.descriptionLine ? file : handler.scope.module),
    lines.line,
  );
  report({
    ...location,
    lines,
    sink: 'unchecked claim',
    tool: name,
    description: `The description of \`${name}\` says who may use it, but its handler does not check it.`,
  });
}

/** A restriction that is documented but not enforced. */
export const uncheckedClaim: Rule = {
  id: 'MCP-C002',
  class: 'C',
  title: 'Documented restriction that is not enforced',
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
  notCounted: [
    'descriptions that say which rights the service behind the tool asks for',
    'servers whose middleware, routes or dispatcher ask for the role of the caller',
  ],
  remembering: () => {
    const tables = new ToolTables();
    return {
      ...tables.checks,
      package: ({ surface }, report) => {
        for (const tool of surface.tools) check(tool, surface.dispatchers, tables, report);
      },
    };
  },
};
