import type { AnalysisReport } from '@mcp-hub/analyzer';

const LANGUAGES = { PyPI: 'Python', Go: 'Go' } as const;
const TYPESCRIPT = /\.[cm]?tsx?$/;

/** What an analysis knows of an MCP that its catalog entry may lack; empty texts if it does not know. */
export function mcpFields(report: AnalysisReport): { readonly language: string; readonly license: string } {
  return { language: languageOf(report), license: report.package?.license ?? '' };
}

function languageOf({
  package: identity,
  mcp_surface: { tool_details: tools = [] },
}: AnalysisReport): string {
  if (identity === null) return '';
  if (identity.ecosystem !== 'npm') return LANGUAGES[identity.ecosystem];
  return tools.some(({ file_path: path }) => TYPESCRIPT.test(path)) ? 'TypeScript' : 'JavaScript';
}
