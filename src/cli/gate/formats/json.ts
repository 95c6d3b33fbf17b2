import { BUILT_IN_RULES, type RuleName } from '../../../client-configurations/built-in-rules.js';
import type { GateReport, Issue, RuleId } from '../judgment.js';
import { shown } from './shown.js';

/** The built-in rules that the command applies itself. */
const BUILT_IN: Readonly<Partial<Record<RuleId, RuleName>>> = {
  'not-pinned': BUILT_IN_RULES.not_pinned,
  'local-program': BUILT_IN_RULES.local_program,
  'not-understood': BUILT_IN_RULES.not_understood,
  analysis: BUILT_IN_RULES.local_analysis,
};

function issueOf({ rule, message, policy, policyId }: Issue): object {
  const name = policy ?? BUILT_IN[rule]?.name;
  const id = policyId ?? BUILT_IN[rule]?.id;
  return {
    rule,
    message: shown(message),
    ...(name !== undefined && { policy: shown(name) }),
    ...(id !== undefined && { policy_id: shown(id) }),
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
      message: shown(message),
      environments,
    })),
    servers: report.servers.map(({ entry, result, denials, warnings, score }) => ({
      name: entry.name,
      file: entry.file,
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
