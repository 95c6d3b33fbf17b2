import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { fixedBundle, vulnerableBundle } from '../journeys/example-server.js';
import type { DashboardBrowser } from '../support/dashboard-browser.js';
import { MCP_TABS, ORG_PAGES } from '../support/dashboard-pages.js';
import { eventually } from '../support/stored-artifacts.js';

const ORG = 'acme';
const MCP = `${ORG}/git-log`;
const LONGEST_ANALYSIS_SECONDS = 240;

interface Listed {
  readonly id: string;
  readonly name: string;
}

interface Version {
  readonly visible_version: string;
  readonly status: string;
}

/** Asks the API as the administrator of a tab. */
export class Api {
  constructor(
    private readonly browser: DashboardBrowser,
    private readonly page: Page,
  ) {}

  async get<Answer>(path: string): Promise<Answer> {
    return (await (await this.page.request.get(`${this.browser.url}/api/v1${path}`)).json()) as Answer;
  }

  async post<Answer = Listed>(path: string, body: object): Promise<Answer> {
    return (await this.browser.post(this.page, `/api/v1${path}`, body)) as Answer;
  }

  /** Sends a change. */
  async change(method: 'PUT' | 'PATCH', path: string, data: object): Promise<void> {
    const headers = { origin: this.browser.url };
    const answer = await this.page.request.fetch(`${this.browser.url}/api/v1${path}`, {
      method,
      data,
      headers,
    });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  }

  /** Asks the gate about the server, as a pipeline of an organization does. */
  async askGate(token: string, orgId: string): Promise<void> {
    const answer = await fetch(`${this.browser.url}/api/v1/ci/evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        org_id: orgId,
        environment: 'staging',
        mcps: [{ name: MCP, version: 'latest' }],
      }),
    });
    if (!answer.ok) throw new Error(`the gate does not answer: ${answer.status} ${await answer.text()}`);
  }

  /** Pushes a version, as the dashboard does. */
  async push(version: string, bytes: Buffer, name = MCP): Promise<void> {
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const { upload_id: id, bundle_upload_url: url } = await this.post<Record<string, string>>(
      '/uploads/init',
      {
        mcp_name: name,
        mcp_version: version,
        bundle_digest: digest,
      },
    );
    const headers = { 'content-type': 'application/gzip' };
    const sent = await this.page.request.put(String(url), { data: bytes, headers });
    if (!sent.ok()) throw new Error(`the bytes were refused: ${sent.status()}`);
    await this.post(`/uploads/${id}/finalize`, {});
  }

  /** Pushes a version, and waits for what its analysis makes of it. */
  async pushUntil(status: string, version: string, bytes: Buffer, name = MCP): Promise<void> {
    await this.push(version, bytes, name);
    await eventually(async () => (await this.versions(name))[0]?.status === status, LONGEST_ANALYSIS_SECONDS);
  }

  /** The versions of a server, the newest first. */
  async versions(name: string): Promise<readonly Version[]> {
    return (await this.get<{ versions: Version[] }>(`/mcps/${name}/versions`)).versions;
  }

  /** Makes an organization of the signed-in administrator. Returns its id. */
  async organization(slug = ORG): Promise<string> {
    const me = await this.get<Listed>('/me');
    await this.change('PATCH', `/admin/users/${me.id}/plan`, { plan: 'ENTERPRISE' });
    return (await this.post('/orgs', { name: 'Acme', slug, display_name: 'Acme' })).id;
  }
}

/**
 * Makes an organization with a published server, and one of everything else that has a page.
 * @param page of an administrator of the platform
 * @returns the addresses of the pages of the organization, its server, its package and everything in it
 */
export async function organizationWithPages(
  browser: DashboardBrowser,
  page: Page,
): Promise<{ readonly organization: string[]; readonly mcp: string[]; readonly administration: string[] }> {
  const api = new Api(browser, page);
  const orgId = await api.organization();
  const me = await api.get<Listed>('/me');
  const mcp = await publishedServer(api);
  const { analysis_jobs: jobs } = await api.get<{ analysis_jobs: Listed[] }>(
    `/admin/analysis-jobs?mcp_id=${mcp.id}`,
  );
  const within = await pagesWithin(api, orgId, mcp.id);
  return {
    organization: [...ORG_PAGES, ...within].map((path) => `/orgs/${ORG}${path}`),
    mcp: ['', `?version=${mcp.oldest}`]
      .flatMap((version) => MCP_TABS.map((tab) => `/mcps/${MCP}${tab}${version}`))
      .concat(`/mcps/${MCP}/findings?severity=high`),
    administration: [
      `/admin/jobs/${jobs[0]?.id}`,
      `/admin/jobs?mcp_id=${mcp.id}`,
      `/admin/mcps/${mcp.id}`,
      `/admin/users/${me.id}`,
      `/admin/audit?of=user&id=${me.id}`,
      `/admin/orgs/${orgId}`,
      `/admin/audit?of=org&id=${orgId}`,
      `/registry/${MCP}`,
      `/registry/${MCP}?version=1.0.1`,
      `/registry?org=${ORG}`,
      `/registry/members?org=${ORG}`,
    ],
  };
}

/** A public server, of which a version is refused and a newer one published. */
async function publishedServer(api: Api): Promise<{ readonly id: string; readonly oldest: string }> {
  await api.pushUntil('NOT_CERTIFIED', '1.0.0', await vulnerableBundle());
  await api.pushUntil('PUBLISHED', '1.0.1', await fixedBundle());
  const { id } = await api.get<Listed>(`/mcps/${MCP}`);
  await api.change('PUT', `/admin/mcps/${id}`, { visibility: 'public' });
  return { id, oldest: (await api.versions(MCP)).at(-1)?.visible_version ?? '' };
}

/** Makes what an organization has, and returns the pages about it. */
async function pagesWithin(api: Api, orgId: string, mcpId: string): Promise<string[]> {
  const org = `/orgs/${orgId}`;
  const made = async (path: string, body: object): Promise<string> =>
    `${path}/${(await api.post(org + path, body)).id}`;
  const policy = { action: 'DENY', priority: 100, environments: ['staging'] };
  const pages = [
    await made('/areas', { name: 'Developer tools', slug: 'developer-tools' }),
    await made('/webhooks', { url: 'https://hooks.example.com/mcp', events: ['version.certified'] }),
    await made('/policies', { ...policy, name: 'Level', target_type: 'CERT_LEVEL', target_value: 'min:2' }),
    await made('/policies', {
      ...policy,
      name: 'Name',
      target_type: 'MCP',
      target_value: MCP,
      environments: [],
    }),
    await made('/policies', {
      ...policy,
      name: 'Off',
      target_type: 'AGE',
      target_value: 'min:2',
      enabled: false,
    }),
  ];
  const token = { name: 'pipeline', scopes: [`ci:org:${orgId}`] };
  await api.askGate((await api.post<{ token: string }>(`${org}/tokens`, token)).token, orgId);
  const { evaluations } = await api.get<{ evaluations: Listed[] }>(`${org}/evaluations`);
  return [
    ...pages,
    `/evaluations/${evaluations[0]?.id}`,
    `/launch/${mcpId}`,
    `/findings?mcp_id=${mcpId}`,
    `/mcps?q=git`,
    '?days=90',
  ];
}
