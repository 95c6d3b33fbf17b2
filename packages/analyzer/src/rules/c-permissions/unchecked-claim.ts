import type { Closure } from '../../engine/values/value.js';
import type { FunctionDefinition, Lines, Statement } from '../../ir/program.js';
import { callsWithin, lastNameOf, nodesWithin } from '../../ir/walk.js';
import type { Tool } from '../../surface/surface.js';
import { lineIn } from '../support/locations.js';
import { toolLines } from '../support/tool-lines.js';
import names from './names.json' with { type: 'json' };
import type { Report, Rule } from '../rule.js';
import { APPROVALS, CHECKS, isChecked, ROLES, namesCheck, type Known } from './role-checks.js';
import { dispatches, ToolTables } from './tool-tables.js';

const CLAIM =
  /(?<![-/\w] ?)(?:admin(?:istrator)?s?|owners?|operators?|managers?|superusers?|root|staff|moderators?)[ -]only\b|\bonly (?:for )?(?:the )?(?:admin(?:istrator)?s?|owners?|operators|managers|superusers?|staff|moderators)\b|\b(?:restricted|limited) to (?:admin|administrators|owners|operators|managers|staff)\b/iu;
/** The same in the words of services, whose own roles they may be. */
const ROLE_NEEDED =
  /\b(?:requires?|needs|must have|reserved for) (?:an? |the )?(?:admin(?:istrator)?|owner|superuser|root|staff|moderator)s?(?:'s)? (?:role|rights?|privileges?|permissions?|access|session|login)\b|\badmin(?:istrator)? (?:role|rights|privileges?|access|login) (?:is |are )?(?:required|needed)\b/iu;
const PRECONDITION =
  /\bonly (?:be )?(?:callable|called|available|allowed|works?|usable|possible|used) (?:after|once|when|if)\b[^.]{0,40}\b(?:initiali[sz]ation|initiali[sz]ed|logged|login|authenticat\w+|authori[sz]\w+|unlock\w*|verif\w+|activated)\b/iu;
const STATES: ReadonlySet<string> = new Set(names.uncheckedClaim.states);
const SERVICES: ReadonlySet<string> = new Set(names.uncheckedClaim.services);

/** Whether a function hands its work on to a service, which knows the rights of its users. */
const asksService = ({ body }: FunctionDefinition, known: Known): boolean =>
  callsWithin(body).some(
    (call) =>
      nodesWithin(call.callee).some(
        (node) => (node.kind === 'name' || node.kind === 'member') && namesCheck(lastNameOf(node), SERVICES),
      ) ||
      [...callsWithin(known.get(lastNameOf(call.callee))?.body ?? [])].some(({ callee }) =>
        namesCheck(lastNameOf(callee), SERVICES),
      ),
  );

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
  return effect ?? toolLines(tool);
}

/** A tool's handler, and the functions that run before it. */
interface Work {
  readonly handler: Closure;
  readonly before: readonly FunctionDefinition[];
}

/** The tool's own handler, the one in its table, or the function that dispatches all tools. */
function workOf(tool: Tool, dispatchers: readonly Closure[], tables: ToolTables): Work | undefined {
  const { handler, name } = tool;
  if (handler) return { handler, before: tables.guards() };
  const dispatcher = name === '' ? undefined : dispatchers.find((each) => dispatches(each, name));
  if (dispatcher) return { handler: dispatcher, before: tables.guards() };
  const kept = tables.handlerOf(tool);
  return kept && { handler: kept, before: [...tables.guards(), ...dispatchers.map((each) => each.function)] };
}

/** A restriction in a description, and the words of a check that enforces it. */
interface Claim {
  readonly words: ReadonlySet<string>;
  readonly isApproval: boolean;
  /** Whether it may be a restriction of the service behind the tool. */
  readonly isOfService: boolean;
}

function claimOf(description: string): Claim | undefined {
  if (APPROVAL.test(description))
    return { words: new Set([...CHECKS, ...APPROVALS]), isApproval: true, isOfService: false };
  if (CLAIM.test(description)) return { words: CHECKS, isApproval: false, isOfService: false };
  if (ROLE_NEEDED.test(description)) return { words: CHECKS, isApproval: false, isOfService: true };
  if (PRECONDITION.test(description))
    return { words: new Set([...CHECKS, ...STATES]), isApproval: false, isOfService: true };
  return undefined;
}

function check(tool: Tool, dispatchers: readonly Closure[], tables: ToolTables, report: Report): void {
  const { description = '', file, name } = tool;
  const claim = claimOf(description);
  if (!claim) return;
  const work = workOf(tool, dispatchers, tables);
  if (!work) return;
  const { handler, before } = work;
  const { words, isApproval, isOfService } = claim;
  if (isOfService && asksService(handler.function, tables.functions)) return;
  if (isChecked(handler.function, words, tables.functions)) return;
  if (before.some((each) => isChecked(each, ROLES, tables.functions))) return;
  if (isApproval && tool.parameters.some((parameter) => namesCheck(parameter.name, APPROVALS))) return;
  const own = tool.handler ? undefined : tables.linesOf(tool);
  const lines = own?.lines ?? linesOf(tool, handler.function);
  const location = lineIn(
    own?.file ?? (lines.line <= tool.descriptionLine ? file : handler.scope.module),
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
  what: 'A tool whose description says that only administrators may use it, that it needs an approval, or that a sign-in must come first, while its handler looks at no role, scope, approval or state.',
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
