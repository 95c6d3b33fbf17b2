import { createHash } from 'node:crypto';
import { isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainSarifText as plain, sarifLog, type SarifLocation } from '@mcp-hub/analyzer/sarif';
import { PRODUCT_VERSION } from '../../../common/operation/product-version.js';
import type { GateReport, Issue, EvaluatedEntry, RuleId } from '../gate-report.js';
import { isBuiltInRule } from '@mcp-hub/client-configurations';
import { RULES } from './sarif-rules.js';
import { DISABLED, reasonOf, printableText } from './texts.js';

const ROOT = '%SRCROOT%';
const DOCUMENTATION = 'docs/ci.md';
/** GitHub shows as many results of a run. */
const MAX_RESULTS = 5000;
const MAX_NAME = 200;

const RULE_IDS = Object.keys(RULES) as RuleId[];

function ruleOf(id: RuleId) {
  const { name, short, full, help, level, severity } = RULES[id];
  return {
    id,
    name,
    shortDescription: { text: short },
    fullDescription: { text: full },
    help: { text: help, markdown: help },
    defaultConfiguration: { level },
    properties: {
      'security-severity': severity,
      precision: 'high',
      'problem.severity': level,
      tags: ['security', 'mcp', 'supply-chain'],
      documentation: `${DOCUMENTATION}#${id}`,
    },
  };
}

/** A path inside of the working folder as a relative URI; any other file by its absolute one. */
function artifactOf(file: string): SarifLocation['physicalLocation']['artifactLocation'] | { uri: string } {
  if (file === '-') return { uri: 'stdin', uriBaseId: ROOT };
  const path = isAbsolute(file) ? relative(process.cwd(), file) : relative('', file);
  const parts = path.split(/[/\\]/);
  if (parts[0] === '..' || isAbsolute(path)) return { uri: pathToFileURL(file).href };
  return { uri: parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/'), uriBaseId: ROOT };
}

/** What stays the same when lines move, or when the version changes and is denied for the same reason. */
function fingerprintOf({ entry }: EvaluatedEntry, { rule, policy: name = '', policyId = '' }: Issue): string {
  const policy = isBuiltInRule(policyId) ? '' : name;
  const references = entry.launch.references.map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([rule, policy, entry.name.toWellFormed(), references]))
    .digest('hex');
}

/** Numbers equal fingerprints of a file, in the form of those that GitHub computes itself: `hash:1`. */
class Occurrences {
  private readonly counts = new Map<string, number>();

  number(file: string, fingerprint: string): string {
    const key = `${file}\n${fingerprint}`;
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return `${fingerprint.slice(0, 32)}:${count}`;
  }
}

function resultOf(
  server: EvaluatedEntry,
  issue: Issue,
  level: 'error' | 'warning',
  occurrences: Occurrences,
) {
  const { entry, result, score } = server;
  const fingerprint = fingerprintOf(server, issue);
  const name = `${printableText(entry.name, MAX_NAME)}${entry.disabled === true ? ` (${DISABLED})` : ''}`;
  return {
    ruleId: issue.rule,
    ruleIndex: RULE_IDS.indexOf(issue.rule),
    level,
    message: { text: plain(`${name}: ${reasonOf(issue)}`) },
    locations: [
      {
        physicalLocation: { artifactLocation: artifactOf(entry.file), region: entry.region },
        logicalLocations: [{ name: printableText(entry.name, MAX_NAME), kind: 'member' }],
      },
    ],
    partialFingerprints: {
      primaryLocationLineHash: occurrences.number(entry.file, fingerprint),
      'mcpHubGate/v1': fingerprint,
    },
    properties: {
      result,
      disabled: entry.disabled === true,
      ...(entry.format !== undefined && { format: entry.format.id }),
      global_score: score,
      references: entry.launch.references.map(({ name, version }) => printableText(`${name}@${version}`)),
      ...(issue.policy !== undefined && { policy: printableText(issue.policy) }),
      ...(issue.policyId !== undefined && { policy_id: printableText(issue.policyId) }),
    },
  };
}

/** A result where no policy applied, at the first file, because code hosts show results alone. */
function noticesOf({ policies, servers, isRefused }: GateReport) {
  return (policies?.warnings ?? []).map(({ code, message }) => {
    const fingerprint = createHash('sha256').update(code).digest('hex');
    return {
      ruleId: 'no-policy',
      ruleIndex: RULE_IDS.indexOf('no-policy'),
      level: isRefused === true ? ('error' as const) : ('warning' as const),
      message: { text: plain(printableText(message)) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: artifactOf(servers[0]?.entry.file ?? '-'),
            region: { startLine: 1 },
          },
        },
      ],
      partialFingerprints: {
        primaryLocationLineHash: `${fingerprint.slice(0, 32)}:1`,
        'mcpHubGate/v1': fingerprint,
      },
      properties: { code },
    };
  });
}

/** SARIF 2.1.0 for code scanning: a result for each reason and each warning, at the entry of the configuration. */
export function sarifOf(report: GateReport): string {
  const occurrences = new Occurrences();
  const denials = report.servers.flatMap((server) =>
    server.denials.map((issue) => [server, issue, 'error'] as const),
  );
  const warnings = report.servers.flatMap((server) =>
    server.warnings.map((issue) => [server, issue, 'warning'] as const),
  );
  const all = [...denials, ...warnings];
  const notices = noticesOf(report);
  const log = sarifLog({
    tool: {
      driver: {
        name: 'mcp-hub gate',
        version: PRODUCT_VERSION,
        semanticVersion: PRODUCT_VERSION,
        ...(report.hub && { informationUri: new URL('docs', report.hub).href }),
        rules: RULE_IDS.map(ruleOf),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: true }],
    originalUriBaseIds: { [ROOT]: { description: { text: 'The working folder.' } } },
    results: [
      ...notices,
      ...all
        .slice(0, MAX_RESULTS - notices.length)
        .map(([server, issue, level]) => resultOf(server, issue, level, occurrences)),
    ],
    properties: {
      result: report.result,
      results_left_out: Math.max(0, all.length + notices.length - MAX_RESULTS),
      policies_applied: report.policies?.count ?? null,
      evaluation_ids: report.evaluationIds,
    },
  });
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
