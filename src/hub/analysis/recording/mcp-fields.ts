import type { AnalysisReport } from '@mcp-hub/analyzer';
import { LANGUAGE_OF } from '@mcp-hub/analyzer/catalogs';

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
  const isTypeScript = tools.some(({ file_path: path }) => TYPESCRIPT.test(path));
  return identity.ecosystem === 'npm' && isTypeScript ? 'TypeScript' : LANGUAGE_OF[identity.ecosystem];
}
