import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION } from '@mcp-hub/analyzer/catalogs';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import { jsonList, jsonObject, type JsonText } from '../../common/http/json-text.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  AssessedMcpsList,
  batches,
  type AssessedMcps,
} from '../../hub/assurance/posture/assessed-mcps-list.js';
import {
  AssessedMcpsReadModel,
  type AssessedMcp,
} from '../../hub/assurance/posture/assessed-mcps.read-model.js';
import { GRC_API_VERSION } from '../http/grc-answer.js';
import type { GrcDocument } from '../http/grc-exports.js';
import {
  emptyResult,
  localObjective,
  oscalProp,
  oscalResult,
  oscalUuid,
  type Assessment,
} from './oscal-result.js';
import { oscalText } from './oscal-text.js';
import { OscalReadModel, type AssessedOrganization } from './oscal.read-model.js';

const OSCAL_VERSION = '1.1.3';

// Of MCPs in memory, with up to 17 results and the findings that these name.
const BATCH = 20;

const CONTROL_IDS = CONTROL_CATALOG.map(({ id }) => id);

/** The controls of an organization as assessment results of OSCAL (ADR 67). */
@Injectable()
export class OscalService {
  private readonly apiUrl: string;

  constructor(
    private readonly list: AssessedMcpsList,
    private readonly assessedMcps: AssessedMcpsReadModel,
    private readonly readModel: OscalReadModel,
    @Inject(APP_CONFIG) { http }: AppConfig,
  ) {
    this.apiUrl = `${http.publicUrl}/api/v1/grc`;
  }

  /**
   * Assessment results of all MCPs, or of one. Nothing in them depends on the time of the request.
   * @throws 404 if the organization has just been deleted, 422 for more MCPs than a document has
   */
  async document(orgId: string, mcpId: string | undefined): Promise<GrcDocument> {
    const organization = await this.readModel.organization(orgId);
    if (organization === undefined) throw notFound('organization');
    const assessed = await this.list.of({ orgId, mcpId });
    const content = ['oscal', OSCAL_VERSION, CONTROLS_CATALOG_VERSION, organization.name, assessed.digest];
    return {
      content,
      isLarge: assessed.mcps.length > BATCH,
      text: jsonObject({
        'assessment-results': jsonObject({
          uuid: oscalUuid(orgId, 'assessment-results', JSON.stringify(content)),
          metadata: this.metadata(organization, assessed),
          'import-ap': { href: `#${oscalUuid(orgId, 'plan')}` },
          'local-definitions': { 'objectives-and-methods': CONTROL_CATALOG.map(localObjective) },
          results: this.results(organization, assessed),
          'back-matter': { resources: [plan(orgId)] },
        }),
      }),
    };
  }

  private metadata({ id, name, createdAt }: AssessedOrganization, { mcps, digest }: AssessedMcps) {
    const latest = mcps.reduce(
      (time, { evaluatedAt }) => Math.max(time, evaluatedAt.getTime()),
      createdAt.getTime(),
    );
    return {
      title: `Controls of the MCP servers of ${oscalText(name)}`,
      'last-modified': new Date(latest).toISOString(),
      version: digest,
      'oscal-version': OSCAL_VERSION,
      props: [
        oscalProp('api-version', GRC_API_VERSION),
        oscalProp('controls-catalog-version', CONTROLS_CATALOG_VERSION),
        oscalProp('organization-id', id),
      ],
      parties: [{ uuid: oscalUuid(id, 'party'), type: 'organization', name: name.trim() }],
    };
  }

  private results(organization: AssessedOrganization, assessed: AssessedMcps): JsonText {
    return jsonList(assessed.mcps.length === 0 ? [emptyResult(organization)] : this.resultsOf(assessed));
  }

  private async *resultsOf({ orgId, mcps }: AssessedMcps): AsyncGenerator<object> {
    for (const batch of batches(mcps, BATCH)) {
      for (const assessment of await this.assessments(orgId, batch)) {
        yield oscalResult({ orgId, apiUrl: this.apiUrl }, assessment);
      }
    }
  }

  private async assessments(orgId: string, batch: readonly AssessedMcp[]): Promise<Assessment[]> {
    const rows = await this.assessedMcps.results(orgId, batch, CONTROL_IDS);
    const ids = [...new Set(rows.flatMap(({ findingIds }) => findingIds))];
    const found = ids.length === 0 ? [] : await this.readModel.findings(orgId, ids);
    const findings = new Map(found.map((finding) => [finding.id, finding]));
    const bySnapshot = Map.groupBy(rows, ({ snapshotId }) => snapshotId);
    return batch.map((mcp) => ({ mcp, results: bySnapshot.get(mcp.snapshotId) ?? [], findings }));
  }
}

/** OSCAL needs an assessment plan; this describes what takes its place. */
const plan = (orgId: string) => ({
  uuid: oscalUuid(orgId, 'plan'),
  title: 'Automated analysis of MCP servers',
  description:
    'Each version of an MCP server is analyzed without running it, and each control of the catalog is evaluated. There is no other assessment plan.',
});
