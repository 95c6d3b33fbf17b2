import { BUILT_IN_RULES, type RuleName } from '@mcp-hub/client-configurations';
import type { GateReport, Issue, RuleId } from '../gate-report.js';
import { printableText } from './texts.js';

/** The built-in rules that the command applies itself. */
const BUILT_IN: Readonly<Partial<Record<RuleId, RuleName>>> = {
  'not-pinned': BUILT_IN_RULES.not_pinned,
  'local-program': BUILT_IN_RULES.local_program,
  'not-understood': BUILT_IN_RULES.not_understood,
  'not-confirmed': BUILT_IN_RULES.not_confirmed,
  folder: BUILT_IN_RULES.changed_by_folder,
  analysis: BUILT_IN_RULES.local_analysis,
};

function issueOf({ rule, message, policy, policyId }: Issue): object {
  const name = policy ?? BUILT_IN[rule]?.name;
  const id = policyId ?? BUILT_IN[rule]?.id;
  return {
    rule,
    message: printableText(message),
    ...(name !== undefined && { policy: printableText(name) }),
    ...(id !== undefined && { policy_id: printableText(id) }),
  };
}

/** The report for programs. Names are as in the file; JSON escapes what is not printed. */
export function jsonOf(report: GateReport): string {
  const value = {
    result: report.result,
    environment: report.environment ?? null,
    evaluation_ids: report.evaluationIds,
    policies_applied: report.policies?.count ?? null,
    warnings: (report.policies?.warnings ?? []).map(({ code, message, environments }) => ({
      code,
      message: printableText(message),
      environments,
    })),
    servers: report.servers.map(({ entry, result, denials, warnings, score }) => ({
      name: entry.name,
      file: entry.file,
      format: entry.format?.id ?? null,
      disabled: entry.disabled === true,
      region: {
        start_line: entry.region.startLine,
        start_column: entry.region.startColumn,
        end_line: entry.region.endLine,
        end_column: entry.region.endColumn,
      },
      references: entry.launch.references.map((reference) => ({
        name: reference.name,
        version: reference.version,
        pinned: reference.pin.kind !== 'none',
      })),
      result,
      global_score: score,
      denials: denials.map(issueOf),
      warnings: warnings.map(issueOf),
    })),
  };
  const escaped = JSON.stringify(value, undefined, 2).replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, (hidden) =>
    Array.from(
      { length: hidden.length },
      (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
  return `${escaped}\n`;
}
