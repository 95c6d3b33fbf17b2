import { Injectable } from '@nestjs/common';
import type { Window } from '../../../storage/database/paging.js';
import { hasWords, wordsParameter } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { FindingStatus } from '../../catalog/findings/finding-status.js';
import { suppressionsSql, type FindingRow } from '../../catalog/findings/findings.read-model.js';
import { SEVERITIES } from '../../catalog/mcps/mcp-values.js';

/** Which findings of an organization to list; undefined and an empty list mean all. */
export interface OrgFindingFilter {
  readonly severities: readonly string[];
  readonly vulnerabilityClass: string | undefined;
  readonly status: FindingStatus | undefined;
  readonly mcpId: string | undefined;
  readonly ruleId: string | undefined;
  readonly owaspMcp: string | undefined;
  readonly suppressed: boolean | undefined;
  readonly text: string | undefined;
}

/** A finding with its MCP and the newest version that has it. */
export interface OrgFindingRow extends Omit<FindingRow, 'ordinal'> {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly versionId: string;
  readonly snapshotId: string;
  readonly visibleVersion: string;
}

/** A page of findings, and the numbers of all by severity. */
export interface OrgFindingPage {
  readonly items: readonly OrgFindingRow[];
  /** Severities without findings are left out. */
  readonly totals: Readonly<Record<string, number>>;
}

type Statement = { readonly totals: OrgFindingPage['totals'] } & (OrgFindingRow | { readonly id: null });

const RANK = `array_position(ARRAY['${SEVERITIES.join("', '")}'], f.severity)`;
const ORDER = `${RANK}, f.first_detected_at DESC, f.id`;

const SUPPRESSED = `EXISTS (SELECT FROM suppression s
                             WHERE s.finding_id = f.id AND s.org_id = $1 AND s.expires_at > now())`;
const TEXT = `lower(concat_ws(E'\\n', (SELECT m.name FROM mcp m WHERE m.id = f.mcp_id), f.rule_id, f.detail ->> 'title',
                              f.detail #>> '{location,file_path}'))`;

const COLUMNS = `
  f.id, f.detail, f.status, f.first_detected_at AS "firstDetectedAt", f.last_seen_at AS "lastSeenAt",
  f.resolved_at AS "resolvedAt", (${suppressionsSql('ARRAY[$1::uuid]')}) AS suppressions, f.mcp_id AS "mcpId",
  m.name AS "mcpName", f.version_id AS "versionId", f.snapshot_id AS "snapshotId",
  v.visible_version AS "visibleVersion", row_number() OVER (ORDER BY ${ORDER}) AS position`;

/** The findings of an organization's MCPs. */
@Injectable()
export class OrgFindingsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Worst first, then the newest, in one statement. */
  async page(orgId: string, filter: OrgFindingFilter, { limit, offset }: Window): Promise<OrgFindingPage> {
    const values: unknown[] = [orgId, limit, offset];
    const add = (value: unknown): string => `$${values.push(value)}`;
    const shared = ['f.org_id = $1', ...conditions(filter, add)].join(' AND ');
    const { severities } = filter;
    const chosen =
      severities.length === 0 ? shared : `${shared} AND f.severity = ANY(${add(severities)}::text[])`;
    const rows = await this.uow.rows<Statement>(
      `SELECT counted.totals, page.*
         FROM (SELECT coalesce(json_object_agg(severity, count), '{}') AS totals
                 FROM (SELECT f.severity, count(*)::integer AS count FROM finding f WHERE ${shared} GROUP BY 1) x) counted
         LEFT JOIN (
           SELECT ${COLUMNS}
             FROM (SELECT f.id FROM finding f WHERE ${chosen} ORDER BY ${ORDER} LIMIT $2 OFFSET $3) ids
             JOIN finding f ON f.id = ids.id
             JOIN mcp m ON m.id = f.mcp_id
             JOIN mcp_version v ON v.id = f.version_id) page ON true
        ORDER BY page.position`,
      values,
    );
    const items = rows.filter((row): row is Statement & OrgFindingRow => row.id !== null);
    return { items, totals: rows[0]?.totals ?? {} };
  }
}

function* conditions(filter: OrgFindingFilter, add: (value: unknown) => string): Generator<string> {
  const { vulnerabilityClass, status, mcpId, ruleId, owaspMcp, suppressed, text } = filter;
  if (vulnerabilityClass !== undefined) yield `f.vulnerability_class = ${add(vulnerabilityClass)}`;
  if (status !== undefined) yield `f.status = ${add(status)}`;
  if (mcpId !== undefined) yield `f.mcp_id = ${add(mcpId)}`;
  if (ruleId !== undefined) yield `f.rule_id = ${add(ruleId)}`;
  if (owaspMcp !== undefined) yield `f.owasp_mcp = ${add(owaspMcp)}`;
  if (suppressed !== undefined) yield suppressed ? SUPPRESSED : `NOT ${SUPPRESSED}`;
  if (text !== undefined) yield hasWords([TEXT], add(wordsParameter(text)));
}
