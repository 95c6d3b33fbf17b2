import { CONTROL_CATALOG, type Control } from '@mcp-hub/analyzer/catalogs';
import { nameUuid } from '../../common/values/uuid.js';
import type { AssessedMcp, ControlResultRow } from '../../hub/assurance/posture/assessed-mcps.read-model.js';
import { oscalText } from './oscal-text.js';
import type { AssessedOrganization, EvidenceFinding } from './oscal.read-model.js';

const NAMESPACE = 'urn:mcp-hub:oscal';

/** What is the same in all results of a document. */
export interface ResultContext {
  readonly orgId: string;
  /** Address of the GRC API. */
  readonly apiUrl: string;
}

/** An MCP with the results of its controls and the findings that these name. */
export interface Assessment {
  readonly mcp: AssessedMcp;
  readonly results: readonly ControlResultRow[];
  /** By id. */
  readonly findings: ReadonlyMap<string, EvidenceFinding>;
}

/** The identifier of a part of an organization's documents: always the same. */
export const oscalUuid = (orgId: string, ...name: readonly string[]): string =>
  nameUuid(orgId, ['oscal', ...name].join('/'));

/** A property in the namespace of the hub. */
export const oscalProp = (name: string, value: string | boolean) => ({
  name,
  ns: NAMESPACE,
  value: String(value),
});

/** The identifier of a control's objective, which the status of a finding refers to. */
const objectiveId = (controlId: string): string => `${controlId}_obj`;

/** The controls that were assessed. */
const reviewedControls = (ids: readonly string[]) => ({
  'control-selections': [
    ids.length === 0
      ? { description: 'No control was evaluated.' }
      : { 'include-controls': ids.map((id) => ({ 'control-id': id })) },
  ],
});

/** A control that was evaluated, with its result. */
interface Evaluated {
  readonly control: Control;
  readonly row: ControlResultRow;
}

/** The assessment of one MCP: each control with an observation and the status of its objective. */
export function oscalResult({ orgId, apiUrl }: ResultContext, { mcp, results, findings }: Assessment) {
  const { mcpId, mcpName, snapshotId } = mcp;
  const idOf = (...name: readonly string[]): string => oscalUuid(orgId, snapshotId, ...name);
  const byControl = new Map(results.map((row) => [row.controlId, row]));
  const evaluated = CONTROL_CATALOG.flatMap((control): Evaluated[] => {
    const row = byControl.get(control.id);
    return row === undefined ? [] : [{ control, row }];
  });
  const component = oscalUuid(orgId, 'component', mcpId);
  const observed = {
    methods: ['TEST'],
    subjects: [{ 'subject-uuid': component, type: 'component', title: oscalText(mcpName) }],
    collected: mcp.evaluatedAt.toISOString(),
  };
  const named = [...new Set(evaluated.flatMap(({ row }) => row.findingIds))].sort();
  const href = `${apiUrl}/vulnerabilities?mcp_id=${mcpId}`;
  const observations = [
    ...evaluated.map((each) => ({ uuid: idOf('observation', each.control.id), ...ofControl(each) })),
    ...named.flatMap((id) => {
      const finding = findings.get(id);
      return finding === undefined ? [] : [{ uuid: idOf('finding', id), ...ofFinding(finding, href) }];
    }),
  ];
  return {
    uuid: idOf('result'),
    title: oscalText(mcpName),
    description: 'The newest complete analysis of the MCP server.',
    start: observed.collected,
    end: observed.collected,
    props: [
      oscalProp('mcp-id', mcpId),
      oscalProp('version-id', mcp.versionId),
      oscalProp('snapshot-id', snapshotId),
    ],
    links: [
      { href: `${apiUrl}/evidence?mcp_id=${mcpId}`, rel: 'reference', text: 'Evidence of the analysis' },
    ],
    'local-definitions': { components: [componentOf(component, mcp)] },
    'reviewed-controls': reviewedControls(evaluated.map(({ control }) => control.id)),
    // OSCAL has no empty lists.
    ...(evaluated.length > 0 && {
      observations: observations.map((each) => ({ ...each, ...observed })),
      findings: evaluated.map((each) => conclusionOf(each, idOf, findings)),
    }),
  };
}

/** Whether the objective of a control is satisfied. */
const conclusionOf = (
  { control, row }: Evaluated,
  idOf: (...name: readonly string[]) => string,
  findings: Assessment['findings'],
) => ({
  uuid: idOf('control', control.id),
  title: `${control.id} ${control.name}`,
  description: oscalText(row.message),
  target: { type: 'objective-id', 'target-id': objectiveId(control.id), status: statusOf(row) },
  'related-observations': [
    idOf('observation', control.id),
    ...row.findingIds.filter((id) => findings.has(id)).map((id) => idOf('finding', id)),
  ].map((uuid) => ({ 'observation-uuid': uuid })),
});

/** The observation of a control. */
const ofControl = ({ control, row }: Evaluated) => ({
  title: `${control.id} ${control.name}`,
  description: oscalText(row.message),
  props: [
    oscalProp('passed', row.passed),
    oscalProp('severity', row.severity),
    oscalProp('applicable', row.applicable),
    oscalProp('observable', row.observable),
  ],
  types: ['control-objective'],
});

/** The observation of a finding. */
const ofFinding = (finding: EvidenceFinding, href: string) => ({
  title: oscalText(finding.title),
  description: oscalText(finding.description),
  props: [
    oscalProp('finding-id', finding.id),
    oscalProp('rule-id', finding.ruleId),
    oscalProp('severity', finding.severity),
  ],
  types: ['finding'],
  'relevant-evidence': [{ href, description: 'The finding with its location and remediation.' }],
});

const componentOf = (uuid: string, { mcpId, mcpName }: AssessedMcp) => ({
  uuid,
  type: 'software',
  title: oscalText(mcpName),
  description: 'An MCP server.',
  props: [oscalProp('mcp-id', mcpId)],
  status: { state: 'other', remarks: 'Whether it is in operation is not observed.' },
});

function statusOf({ passed, applicable, observable }: ControlResultRow) {
  const state = passed ? 'satisfied' : 'not-satisfied';
  if (!applicable) return { state, reason: 'other', remarks: 'The control does not apply.' };
  if (!observable) return { state, reason: 'other', remarks: 'The evidence cannot be observed.' };
  return { state, reason: passed ? 'pass' : 'fail' };
}

/** The result of an organization without an analyzed MCP. */
export const emptyResult = ({ id, createdAt }: AssessedOrganization) => ({
  uuid: oscalUuid(id, 'no-result'),
  title: 'No analyzed MCP server',
  description: 'No MCP server of the organization has a complete analysis.',
  start: createdAt.toISOString(),
  'reviewed-controls': reviewedControls(CONTROL_CATALOG.map((control) => control.id)),
});

/** The objective of a control. */
export const localObjective = ({ id, name, category, isMcpCritical, weight }: Control) => ({
  'control-id': id,
  description: name,
  props: [
    oscalProp('category', category),
    oscalProp('mcp-critical', isMcpCritical),
    oscalProp('weight', String(weight)),
  ],
  parts: [{ id: objectiveId(id), name: 'assessment-objective', prose: name }],
});
