import { CatalogFacetsService } from '../../../src/hub/catalog/mcps/catalog-facets.service.js';
import { systemActor } from '../../../src/hub/audit/events/actor.js';
import { AuditService } from '../../../src/hub/audit/events/audit.service.js';
import { HubObjects } from '../../../src/hub/platform/objects/hub-objects.js';
import type { HubObjectKind } from '../../../src/storage/artifacts/artifact-store.js';
import { anAnalysis } from '../analyses.js';
import { ApiClient, type ApiResponse } from '../api-client.js';
import { aVersion } from '../builders.js';
import type { HubIdp } from '../hub-actors.js';
import type { TestApp } from '../test-app.js';
import { addOrganization } from './organization-rows.js';
import {
  orgIdOf,
  OTHERS,
  OWN,
  PEOPLE,
  TOKENS,
  tokenOf,
  type Person,
  type TokenName,
  type TwinOrganization,
} from './organizations.js';
import { addPlatform } from './platform-rows.js';
import { TwinRows } from './rows.js';
import { addDead, addPast } from './state-twins.js';
import type { EvidenceKeys } from './mcp-rows.js';
import { idOf, MARKS } from './marks.js';

/** A client with another JWT for each request, so that a test may last. */
class JwtClient extends ApiClient {
  constructor(
    url: string,
    private readonly jwt: () => Promise<string>,
  ) {
    super(url);
  }

  override async send(...request: Parameters<ApiClient['send']>): Promise<ApiResponse> {
    return this.as(`Bearer ${await this.jwt()}`).send(...request);
  }
}

// The same in every world, so that the keys of objects are.
const OBJECTS_OWNER = idOf('common', 'objects');

/** The product with the rows of a world: at first those of one organization and of the platform. */
export class TwinWorld {
  private constructor(
    readonly t: TestApp,
    private readonly idp: HubIdp,
    private readonly evidence: EvidenceKeys,
    private readonly report: readonly string[],
  ) {}

  /** Fills the database of a new application. */
  static async of(t: TestApp, idp: HubIdp): Promise<TwinWorld> {
    const objects = t.app.get(HubObjects, { strict: false });
    const put = async (kind: HubObjectKind, content: object = { kind }): Promise<string> =>
      (await objects.put(OBJECTS_OWNER, kind, Buffer.from(JSON.stringify(content)))).key;
    const evidence = {
      tarball_key: await put('source'),
      findings_key: await put('findings'),
      report_key: await put('report', (await anAnalysis()).report),
      sarif_key: await put('sarif'),
      sbom_key: await put('sbom'),
    };
    const report = [await put('report-data'), await put('report-html'), await put('pdf')];
    const world = new TwinWorld(t, idp, evidence, report);
    const rows = new TwinRows();
    addPlatform(rows, world.made);
    addOrganization(rows, OWN, world.made);
    await rows.insert(t);
    await world.addEvents(OWN);
    await world.addPackages('packs');
    await world.markAsRead();
    return world;
  }

  private get made() {
    return { issuer: this.idp.issuer, evidence: this.evidence, report: this.report };
  }

  /** Adds the other organizations. */
  async addOthers(): Promise<void> {
    const rows = new TwinRows();
    for (const other of OTHERS) addOrganization(rows, other, this.made);
    await rows.insert(this.t);
    for (const other of OTHERS) await this.addEvents(other);
    await this.addPackages('others');
    await this.markAsRead();
  }

  /** Adds what does not count. */
  async addDead(): Promise<void> {
    const rows = new TwinRows();
    addDead(rows, this.idp.issuer);
    await rows.insert(this.t);
  }

  /** Adds history. */
  async addPast(): Promise<void> {
    const rows = new TwinRows();
    addPast(rows, this.evidence);
    await rows.insert(this.t);
    const admin = await this.t.actors.admin();
    await aVersion(admin, 'packs/files', '3.0.0').draft();
    await aVersion(admin, 'packs/files', '4.0.0').uploaded();
    await aVersion(admin, 'packs/files', '5.0.0').revoked();
  }

  private async addEvents(org: TwinOrganization): Promise<void> {
    for (const action of ['mcp.updated', 'policy.created', 'member.added', 'token.created'] as const) {
      await this.t.app.get(AuditService, { strict: false }).record({
        orgId: orgIdOf(org),
        actor: systemActor(`tests of ${org.key}`),
        action,
        resourceId: null,
        details: { of: org.key },
      });
    }
  }

  /** Packages of the registry, which has organizations of its own. */
  private async addPackages(org: string): Promise<void> {
    const admin = await this.t.actors.admin();
    await this.t.actors.member(org, 'admin');
    await aVersion(admin, `${org}/files`, '1.0.0').published();
    await aVersion(admin, `${org}/files`, '2.0.0', { aliases: ['stable'] }).published();
    await aVersion(admin, `${org}/open`, '1.0.0', { visibility: 'public' }).published();
    await this.t.actors.apiToken(
      { scopes: ['mcp:catalog:read'], resources: ['catalog'] },
      await this.t.actors.member(org, 'admin'),
    );
  }

  /** A user who makes requests. */
  person({ key }: Pick<TwinOrganization, 'key'>, name: string): ApiClient {
    const subject = `${key}-${name}`;
    return new JwtClient(this.t.url, () =>
      this.idp.jwt({
        sub: `auth0|${subject}`,
        email: `${subject}@example.com`,
        email_verified: true,
        name: subject,
      }),
    );
  }

  token(org: TwinOrganization, name: string): ApiClient {
    return this.t.actors.anonymous.as(`Bearer ${tokenOf(org, name)}`);
  }

  private clients: Promise<Readonly<Record<CallerName, ApiClient>>> | undefined;

  /** One of those whose answers are compared. */
  async caller(name: CallerName): Promise<ApiClient> {
    this.clients ??= this.callers();
    return (await this.clients)[name];
  }

  /** Everybody whose answers are compared. */
  private async callers(): Promise<Readonly<Record<CallerName, ApiClient>>> {
    const { actors } = this.t;
    const made: Record<string, ApiClient> = {
      visitor: actors.anonymous,
      ...Object.fromEntries(Object.keys(PEOPLE).map((name) => [name, this.person(OWN, name)])),
      ...Object.fromEntries(Object.keys(TOKENS).map((name) => [`token ${name}`, this.token(OWN, name)])),
      ...Object.fromEntries(
        OTHERS.flatMap((other) => [
          ...Object.keys(PEOPLE).map((name) => [`${other.key} ${name}`, this.person(other, name)]),
          ...Object.keys(TOKENS).map((name) => [`${other.key} token ${name}`, this.token(other, name)]),
        ]),
      ),
      ...Object.fromEntries(['suspended', 'deleted'].map((name) => [name, this.person(OWN, name)])),
      ...Object.fromEntries(['expired', 'revoked'].map((name) => [`${name} token`, this.token(OWN, name)])),
      invited: this.person({ key: 'invited' }, 'member'),
      platform: this.person({ key: 'platform' }, 'administrator'),
      publisher: await actors.member('packs', 'admin'),
    };
    return made as Record<CallerName, ApiClient>;
  }

  /** Removes what requests have recorded, and the counts that the catalog keeps for longer than a sweep may take. */
  async forget(): Promise<void> {
    this.t.app.get(CatalogFacetsService, { strict: false })['cached'].clear();
    const known = Object.values(MARKS);
    for (const table of ['evaluation', 'organization_event']) {
      await this.t.rows(`DELETE FROM ${table} WHERE left(id::text, 8) <> ALL ($1)`, [known]);
    }
  }

  /** Lets everybody have read the private servers already, which is recorded once a day. */
  private async markAsRead(): Promise<void> {
    await this.t.rows(
      `INSERT INTO mcp_access (caller_id, mcp_id, accessed_at)
       SELECT c.id, m.id, now() FROM (SELECT id FROM hub_user UNION SELECT id FROM service_token) c CROSS JOIN mcp m
       ON CONFLICT DO NOTHING`,
    );
  }
}

/** People of other organizations, and those of the organization whose account is dead. */
export const OTHER_PEOPLE = [
  'beta owner',
  'gone owner',
  'erased owner',
  'small owner',
  'suspended',
  'deleted',
] as const;

/** Service tokens of others, and dead ones. */
export const OTHER_TOKENS = [
  'beta token ci',
  'beta token grc',
  'gone token ci',
  'gone token grc',
  'small token ci',
  'small token grc',
  'expired token',
  'revoked token',
] as const;

/** The callers whose answers are compared. */
export type CallerName =
  | 'visitor'
  | Person
  | `token ${TokenName}`
  | 'invited'
  | 'platform'
  | 'publisher'
  | (typeof OTHER_PEOPLE)[number]
  | (typeof OTHER_TOKENS)[number];
