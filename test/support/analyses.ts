import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  incompleteAnalysis,
  type Analysis,
  type AnalysisReport,
  type ReportedFinding,
} from '@mcp-hub/analyzer';
import { afterAll, beforeAll } from '@jest/globals';
import type { AnalysisResult } from '../../src/hub/analysis/recording/analysis-result.js';

/** A finding as the analyzer reports it, with a fingerprint of its own. */
export const aFinding = (change: Partial<ReportedFinding> = {}): ReportedFinding => ({
  rule_id: 'MCP-A001',
  title: 'A command contains text from the client',
  description: 'The text reaches a shell.',
  severity: 'high',
  confidence: 'high',
  vulnerability_class: 'A',
  vulnerability_class_name: 'Command & Code Execution',
  cwe: 'CWE-78',
  cvss: 8.8,
  owasp_mcp: 'MCP05',
  owasp_mcp_name: 'Command & Code Injection',
  location: { file_path: 'server.js', start_line: 3, end_line: 3 },
  remediation: 'Pass arguments as a list.',
  mcp_context: { tool_name: 'run', tool_names: ['run'], resource_uri: null, handler_name: null },
  trace: [
    { file_path: 'server.js', line: 2, message: 'the client sends `command`' },
    { file_path: 'server.js', line: 3, message: 'a shell runs it' },
  ],
  reach: 'handler',
  suppressed: false,
  fingerprint: createHash('sha256').update(randomUUID()).digest('hex'),
  group: createHash('sha256').update(randomUUID()).digest('hex'),
  ...change,
});

/** A tool in the surface of a server. */
export const aTool = (name: string, description: string | null = `What ${name} does`) => ({
  name,
  description,
  dynamic_description: false,
  parameters: [],
  annotations: {},
  file_path: 'server.ts',
  line: 1,
});

/** Fields of a report that differ from a complete analysis without findings on level 2. */
export type ReportChange = Partial<AnalysisReport>;

const template = incompleteAnalysis('a template');

/** The results of an analysis, complete and on level 2 unless `change` says otherwise. */
export async function anAnalysis(change: ReportChange = {}): Promise<Analysis> {
  const analysis = await template;
  const { report } = analysis;
  const { findings = [] } = change;
  const count = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  return {
    ...analysis,
    report: {
      ...report,
      complete: true,
      incomplete_reasons: [],
      start: { is_server: true, commands: [], variables: [] },
      certification_level: 2,
      scores: { ...report.scores, global_score: 85, security_score: 90, msss_score: 88, msss_level: 2 },
      finding_counts: {
        total: findings.length,
        critical: count('critical'),
        high: count('high'),
        medium: count('medium'),
        low: count('low'),
      },
      ...change,
    },
  };
}

/** A fetched source for the tests of a file, which is removed after them. */
export function useArchive(): () => AnalysisResult['archive'] {
  let folder: string;
  const bytes = Buffer.from('the fetched source');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-hub-archive-'));
    await writeFile(join(folder, 'source.tgz'), bytes);
  });
  afterAll(() => rm(folder, { recursive: true }));
  return () => ({
    path: join(folder, 'source.tgz'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
  });
}
