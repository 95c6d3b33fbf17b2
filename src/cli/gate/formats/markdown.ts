import type { GateReport, EvaluatedEntry } from '../gate-report.js';
import { DISABLED, placeOf, reasonOf, printableText, summaryOf } from './texts.js';

/** Rows of the table; comments of code hosts are limited to 65,536 characters. */
const MAX_ROWS = 200;
const MAX_CELL = 200;

/**
 * Hostile text as code, where Markdown makes no links, pictures, mentions or references of it. A vertical bar would end the
 * cell of a table even there.
 */
function code(text: string): string {
  const line = printableText(text, MAX_CELL)
    .trim()
    // After a backslash, some readers take an escaped bar for the end of the cell, and others the backslash for the escape.
    .replaceAll(/(\\*)\|/g, (_all, before: string) => (before === '' ? '\\|' : `${before}\\u{7c}`));
  const runs = Array.from(line.matchAll(/`+/g), ([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  // Spaces, so that a backtick at an end is not taken for the fence.
  return line === '' ? '(empty)' : `${fence} ${line} ${fence}`;
}

const rowOf = (server: EvaluatedEntry): string => {
  const { result, denials, warnings, score, entry } = server;
  const reasons = [
    ...denials.map((issue) => code(reasonOf(issue))),
    ...warnings.map((issue) => `warning: ${code(reasonOf(issue))}`),
  ];
  const cells = [
    `${result === 'ALLOWED' ? '✅ allowed' : '❌ denied'}${entry.disabled === true ? `, ${DISABLED}` : ''}`,
    code(entry.name),
    code(placeOf(server)),
    score === null ? '' : String(score),
    reasons.join('<br>'),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** How many policies applied. Names of environments are the only texts of people in it. */
function appliedText({ policies, isRefused }: GateReport): string {
  if (policies === undefined) return '';
  const [warning] = policies.warnings;
  if (warning !== undefined) return `. ${isRefused === true ? '❌' : '⚠️'} ${code(warning.message)}`;
  return `; ${policies.count ?? 0} ${policies.count === 1 ? 'policy' : 'policies'} applied`;
}

/** The report for comments of pull requests. Denied servers come first. */
export function markdownOf(report: GateReport): string {
  const rows = [...report.servers].sort((a, b) => b.result.localeCompare(a.result));
  const more = rows.length - MAX_ROWS;
  return [
    `### MCP servers: ${report.result}`,
    '',
    `${summaryOf({ ...report, policies: undefined })}${appliedText(report)}.`,
    '',
    '| | server | file | score | reasons |',
    '| --- | --- | --- | --- | --- |',
    ...rows.slice(0, MAX_ROWS).map(rowOf),
    ...(more > 0 ? ['', `${more} more servers are not shown.`] : []),
    '',
  ].join('\n');
}
