import { analyze } from '../../src/analysis/analyze.js';

const encoder = new TextEncoder();

/** The tools of a Python server that some rules report. */
export async function foundTools(
  sources: Readonly<Record<string, string>>,
  rules: RegExp,
): Promise<readonly string[]> {
  const files = new Map(Object.entries(sources).map(([path, text]) => [path, encoder.encode(text)]));
  const { report } = await analyze(files);
  // Samples may handle calls of tools that they do not list.
  const reasons = report.incomplete_reasons.filter(
    (reason) => !reason.startsWith('no tools were recognized'),
  );
  if (reasons.length > 0) throw new Error(reasons.join());
  const found = report.findings.filter(({ rule_id: id }) => rules.test(id));
  return [...new Set(found.map(({ mcp_context: context }) => context.tool_name ?? ''))].sort();
}
