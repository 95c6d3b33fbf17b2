import {
  movableTag,
  NO_SERVER,
  notPinned,
  startProblems,
  startsNoServer,
  type Reference,
  type StartFacts,
} from '@mcp-hub/client-configurations';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { isObject, withoutNulls } from '../../../common/values/json.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { askedServers, entryView, type AskedServer } from '../evaluation/asked-servers.js';
import { Evaluator } from '../evaluation/evaluator.js';
import { newestReason } from '../evaluation/newest-reason.js';
import type { Subject } from '../evaluation/subject.js';
import { startFactsOf, type Resolved } from '../evaluation/lookup.js';
import { organizationsVisibleTo } from '../../catalog/mcps/mcp-visibility.js';
import {
  MAX_CHECKED,
  type CatalogCheck,
  type CatalogCheckRequest,
  type CheckedServer,
} from './catalog-check.dto.js';

/** Looks up servers for everybody, without policies (hub contract 40). */
@Injectable()
export class CatalogCheckService {
  constructor(private readonly evaluator: Evaluator) {}

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
    const found = await this.evaluator.find(orgId ?? null, items);
    const rest = found.values();
    const rows = servers.map((server) => ({
      server,
      resolved: server.item === null ? undefined : rest.next().value,
    }));
    const byReference = new Map<Reference, Resolved>();
    for (const { server, resolved } of rows) {
      if (resolved === undefined || server.item === null || server.reference === null) continue;
      byReference.set(server.reference, resolved);
    }
    return { mcps: rows.map(({ server, resolved }) => view(server, resolved, byReference)) };
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

const isServer = (subject: Subject | undefined): boolean | undefined =>
  subject?.kind === 'analyzed' ? (subject.facts.isServer ?? undefined) : undefined;

/** What the gate warns about, and why it denies how the entry starts what the catalog knows. */
function notesOf(server: AskedServer, byReference: ReadonlyMap<Reference, Resolved>): readonly string[] {
  const { entry } = server;
  if (entry === null) return [];
  const { launch, warnings } = entry;
  const facts = new Map(
    launch.references.map((reference) => {
      const resolved = byReference.get(reference);
      return [reference, resolved === undefined ? null : startFactsOf(resolved)];
    }),
  );
  // What is not in the catalog is said of the server itself.
  const isKnown = [...facts.values()].every((each) => each !== null);
  const factsOf = (each: Reference): StartFacts | undefined => facts.get(each) ?? undefined;
  const isNoServer = startsNoServer(launch, (each) => isServer(byReference.get(each)?.subject), factsOf);
  return [
    ...warnings,
    ...(server.item === null || server.reference === null ? [] : pinning(server.reference, byReference)),
    ...(isNoServer ? [NO_SERVER] : []),
    ...(isKnown ? startProblems(launch, factsOf) : []),
  ];
}

function pinning(reference: Reference, byReference: ReadonlyMap<Reference, Resolved>): string[] {
  const resolved = byReference.get(reference);
  // What nobody has analyzed is no better pin.
  const newest = resolved?.subject.kind === 'analyzed' ? (resolved.version?.semver ?? undefined) : undefined;
  return [notPinned(reference, newest), movableTag(reference)].filter((note) => note !== undefined);
}

function view(
  server: AskedServer,
  resolved: Resolved | undefined,
  byReference: ReadonlyMap<Reference, Resolved>,
): CheckedServer {
  const { entry, item } = server;
  const from = { ...entryView(entry), notes: notesOf(server, byReference) };
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
  const newest = newestReason(subject);
  if (newest !== undefined) return newest;
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
