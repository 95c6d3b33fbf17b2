import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import { isObject, withoutNulls } from '../../common/values/json.js';
import type { HubPrincipal } from '../../access/hub-principal.js';
import { askedServers, type AskedServer } from '../ci/asked-servers.js';
import { CiService } from '../ci/ci.service.js';
import type { Subject } from '../ci/subject.js';
import type { Resolved } from '../ci/subjects.js';
import { organizationsVisibleTo } from '../mcps/mcp-visibility.js';
import {
  MAX_CHECKED,
  type CatalogCheck,
  type CatalogCheckRequest,
  type CheckedServer,
} from './catalog-check.dto.js';

/** Looks up servers for everybody, without policies (hub contract 40). */
@Injectable()
export class CatalogCheckService {
  constructor(private readonly gate: CiService) {}

  /** @throws 400 for an invalid item or configuration, 404 for an organization that the caller does not see */
  async check(principal: HubPrincipal, request: CatalogCheckRequest): Promise<CatalogCheck> {
    const orgIds = organizationsVisibleTo(principal);
    const { org_id: orgId = orgIds[0] } = request;
    if (orgId !== undefined && !orgIds.includes(orgId)) throw notFound('organization');
    const servers = askedServers(
      {
        mcps: request.mcps?.map(withVersion),
        configuration: request.configuration,
        file_name: request.file_name,
      },
      MAX_CHECKED,
    );
    const items = servers.flatMap(({ item }) => (item === null ? [] : [item]));
    const found = await this.gate.find(orgId ?? null, items);
    let next = 0;
    return { mcps: servers.map((server) => view(server, server.item === null ? undefined : found[next++])) };
  }
}

const withVersion = (item: unknown): unknown =>
  isObject(item) ? { version: 'latest', ...withoutNulls(item) } : item;

const UNKNOWN = {
  found: false,
  mcp: null,
  visible_version: null,
  global_score: null,
  certification_level: null,
  status: null,
  open: null,
};

function view(server: AskedServer, resolved: Resolved | undefined): CheckedServer {
  const { entry, item } = server;
  const from = { entry: entry?.name ?? null, line: entry?.line ?? null };
  if (item === null || resolved === undefined) {
    const { name, refusal } = server as Extract<AskedServer, { readonly item: null }>;
    return { ...from, name, version: '', understood: null, reason: refusal, ...UNKNOWN };
  }
  const asked = { ...from, ...item, understood: resolved.as, reason: reasonOf(resolved.subject) };
  const { server: mcp, version, subject } = resolved;
  if (mcp === undefined || subject.kind === 'ambiguous' || subject.kind === 'withdrawn') {
    return { ...asked, ...UNKNOWN };
  }
  const known = { ...asked, ...UNKNOWN, mcp: { id: mcp.id, name: mcp.name } };
  if (version === undefined) return known;
  const { visibleVersion, certificationLevel, status, snapshot } = version;
  return {
    ...known,
    found: true,
    visible_version: visibleVersion,
    status,
    certification_level: certificationLevel,
    global_score: snapshot?.globalScore ?? null,
    open: snapshot && {
      critical: snapshot.critical,
      high: snapshot.high,
      medium: snapshot.medium,
      low: snapshot.low,
    },
  };
}

function reasonOf(subject: Subject): string | null {
  switch (subject.kind) {
    case 'not_found':
    case 'withdrawn':
      return subject.kind === 'not_found' && subject.what === 'version'
        ? 'the catalog does not have this version'
        : 'the catalog does not have it';
    case 'ambiguous':
      return subject.what === 'mcp' ? 'several MCPs have this name' : 'several commits match this version';
    case 'revoked':
      return subject.reason === '' ? 'the version is revoked' : `the version is revoked: ${subject.reason}`;
    case 'not_analyzed':
    case 'analysis_failed':
    case 'incomplete_analysis':
      return 'the version has no complete analysis';
    case 'analyzed':
      return null;
  }
}
