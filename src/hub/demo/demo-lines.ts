import type { ReportedFinding } from '@mcp-hub/analyzer';
import type { DemoOrigin } from './demo-catalog.js';
import type { GateAnswer } from './demo-gate.js';
import { DEMO, type DemoServer } from './demo-servers.js';
import type { Evaluation } from '../gate/evaluation-records/evaluation.js';
import type { DemoState, ServerVersion } from './demo.read-model.js';

const nameOf = ({ name, version }: ServerVersion): string => `${name} ${version}`;

const ORIGINS: Readonly<Record<DemoOrigin, string>> = {
  catalog: 'is in the catalog already',
  npm: 'comes from the npm registry',
  folder: 'comes from this installation',
  nowhere: 'is left out: neither the npm registry nor this installation has it',
};

/** Where a server comes from. */
export const originLine = (server: DemoServer, origin: DemoOrigin): string =>
  `${nameOf(server)} ${ORIGINS[origin]}`;

/** The result of an analysis; undefined while there is none. */
export function resultLine(server: ServerVersion, state: DemoState): string | undefined {
  const { status, failureReason, globalScore, certificationLevel } = state;
  if (status === 'FAILED') return `${nameOf(server)} could not be analyzed: ${failureReason}`;
  if (status === 'INGESTED' || status === 'ANALYZING' || status === null) return undefined;
  const certificate =
    certificationLevel === null || certificationLevel === 0
      ? 'not certified'
      : `certified at level ${certificationLevel}`;
  return `${nameOf(server)}: score ${globalScore}, ${certificate}`;
}

/** What the gate says about a server; of a denied one, also the worst finding with its path from source to sink. */
export function gateLines(server: DemoServer, { passed, reason }: GateAnswer, state: DemoState): string[] {
  if (passed) return [`PASS  ${nameOf(server)}`];
  return [
    `FAIL  ${nameOf(server)}: ${reason}`,
    ...(state.finding === null ? [] : findingLines(state.finding)),
  ];
}

function findingLines({ rule_id, severity, title, trace }: ReportedFinding): string[] {
  const steps = trace.map(
    ({ file_path, line, message }, index) => `        ${index + 1}. ${file_path}:${line} ${message}`,
  );
  return [`      ${severity} ${rule_id} ${title}`, ...steps];
}

/** The servers of the demo's organization, and what its gate has said about them and the others. */
export function organizationLines(
  results: readonly { readonly server: ServerVersion; readonly state: DemoState }[],
  evaluation: Evaluation | undefined,
): string[] {
  const denied = evaluation?.items.filter(({ result }) => result === 'DENIED');
  return [
    `The organization ${DEMO}:`,
    ...results.map(({ server, state }) => `  ${resultLine(server, state)}`),
    ...(evaluation === undefined || denied === undefined
      ? []
      : [`  its policies deny ${denied.length} of ${evaluation.items.length} servers in production`]),
  ];
}

/**
 * What to do after the demo.
 * @param username of the owner of the demo's organization; undefined without one
 */
export const nextLines = (publicUrl: string, username: string | undefined): string[] => [
  'Open next:',
  `  ${publicUrl}/  the dashboard with the catalog and its scores`,
  ...(username === undefined
    ? []
    : [`  ${publicUrl}/orgs/${DEMO}  what an organization sees; sign in as ${username}`]),
  `  ${publicUrl}/docs  the API, with findings, snapshots and the gate`,
  '  README.md, "The hub": how a pipeline asks the gate',
];
