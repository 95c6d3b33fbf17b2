import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DOMAINS, HOSTS, idOf, push, rename, type Host } from '../../../support/code-hosts.js';
import { useHub } from '../../../support/suite.js';
import { deliverSigned, named, webhookSettings } from '../../../support/webhooks.js';

// A second host of each of two kinds: a sender without an address could mean either.
const HOSTS_OF: Readonly<Record<Host, readonly string[]>> = {
  github: [DOMAINS.github, 'github.corp.example'],
  gitlab: [DOMAINS.gitlab, 'gitlab.corp.example'],
  bitbucket: [DOMAINS.bitbucket],
};
const { t, actors } = await useHub({
  ...webhookSettings,
  ANALYSIS_SOURCE_HOSTS:
    'github.com,gitlab.com,bitbucket.org,github:github.corp.example,gitlab:gitlab.corp.example',
});

const KINDS = Object.entries(HOSTS_OF) as [Host, readonly string[]][];
const DOMAIN_KINDS = KINDS.flatMap(([kind, domains]) => domains.map((domain) => [domain, kind] as const));
const ID = 7_040_301;

interface Sent {
  readonly event: string;
  readonly body: object;
}
interface Named {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
}
/** What a delivery names, and its headers. */
interface Forged {
  readonly about: Named;
  readonly headers?: Readonly<Record<string, string>>;
}
const namesOf = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[];
const sentTo = ({ domain, to }: Named) => ({ path: to, id: ID, domain });

/** Every kind of event that is about a repository, as its sender writes it. */
const EVENTS = {
  push: (sender, about) => push(sender, { ...sentTo(about), path: about.from }),
  'push of a tag': (sender, about) =>
    push(sender, { ...sentTo(about), path: about.from }, { ref: 'refs/tags/v1.2.3' }),
  rename: (sender, about) => rename(sender, about.from, sentTo(about)),
  transfer: (sender, about) => {
    const moved = rename(sender, about.from, { ...sentTo(about), path: `other/${about.to.split('/')[1]}` });
    const body = sender === 'gitlab' ? { ...moved.body, event_name: 'project_transfer' } : moved.body;
    return { event: sender === 'bitbucket' ? 'repo:transfer' : moved.event, body };
  },
  release: (sender, about) => {
    const { body } = push(sender, { ...sentTo(about), path: about.from }, { ref: 'refs/tags/v1.2.3' });
    const tagged = { action: sender === 'gitlab' ? 'create' : 'published', tag: 'v1.2.3' };
    const release = { tag_name: 'v1.2.3', draft: false };
    const commit = { id: 'a'.repeat(40) };
    const event = { github: 'release', gitlab: 'Release Hook', bitbucket: 'repo:push' }[sender];
    return { event, body: { ...body, ...tagged, release, commit } };
  },
  'another default branch': (sender, about) => {
    const { body } = push(sender, { ...sentTo(about), path: about.from, defaultBranch: 'next' });
    const change = { action: 'edited', changes: { default_branch: { from: 'main' } } };
    return {
      event: { github: 'repository', gitlab: 'Push Hook', bitbucket: 'repo:push' }[sender],
      body: { ...body, ...change },
    };
  },
  deletion: (sender, about) => {
    const { body } = rename(sender, about.from, sentTo(about));
    const deleted = { action: 'deleted', event_name: 'project_destroy' };
    return {
      event: { github: 'repository', gitlab: 'System Hook', bitbucket: 'repo:deleted' }[sender],
      body: { ...body, ...deleted },
    };
  },
  'installation of an application': (sender, about) => {
    const { body } = push(sender, { ...sentTo(about), path: about.from });
    const installed = { action: 'added', repositories_added: [{ id: ID, full_name: about.from }] };
    return { event: 'installation_repositories', body: { ...body, ...installed } };
  },
} satisfies Readonly<Record<string, (sender: Host, about: Named) => Sent>>;

/** Ways of naming another host: in the addresses, in the former path, and in GitLab's header. */
const WAYS = {
  'its addresses': (about) => ({ about, headers: { 'x-gitlab-instance': `https://${about.domain}` } }),
  'its former path': (about) => ({ about: { ...about, from: `${about.domain}/${about.from}` } }),
  'its former path below an own address': (about, sender) => ({
    about: { ...about, domain: DOMAINS[sender], from: `/${about.domain}/${about.from}` },
    headers: { 'x-gitlab-instance': `https://${DOMAINS[sender]}` },
  }),
  'a user name before an own host': (about, sender) => ({
    about: { ...about, domain: `${DOMAINS[sender]}@${about.domain}` },
    headers: { 'x-gitlab-instance': `https://${DOMAINS[sender]}@${about.domain}` },
  }),
} satisfies Readonly<Record<string, (about: Named, sender: Host) => Forged>>;

/** An MCP on a host. If it is bound, then to the id that every delivery of this file names. */
async function mcpAt(domain: string, kind: Host, path: string, isBound = true): Promise<string> {
  const id = randomUUID();
  const identity = isBound ? `${domain}#${idOf(kind, ID)}` : null;
  await t.rows(
    `INSERT INTO mcp (id, org_id, name, name_key, repo_url, repo_key, repo_identity, repo_confirmed, visibility, origin, created_at, updated_at)
     VALUES ($1, NULL, $2, $2, $3, $4, $5, $6, 'private', 'community', now(), now())`,
    [id, `acme/${id}`, `https://${domain}/${path}.git`, `${domain}/${path}`, identity, isBound],
  );
  return id;
}
const stateOf = async (id: string): Promise<unknown> => [
  await t.rows('SELECT * FROM mcp WHERE id = $1', [id]),
  await t.rows('SELECT count(*) FROM source_event WHERE mcp_id = $1', [id]),
  await t.rows('SELECT sum(length) FROM audit_chain'),
];

const names = (): Pick<Named, 'from' | 'to'> => ({
  from: `acme/r-${randomUUID()}`,
  to: `acme/r-${randomUUID()}`,
});

describe.each(HOSTS)('a webhook of %s speaks for its own hosts', (sender) => {
  const foreign = DOMAIN_KINDS.filter(([, kind]) => kind !== sender);
  const cases = namesOf(EVENTS).flatMap((event) =>
    namesOf(WAYS).flatMap((way) => foreign.map(([domain, kind]) => ({ event, way, domain, kind }))),
  );
  it.each(cases)(
    'a $event changes nothing on $domain, named in $way',
    async ({ event, way, domain, kind }) => {
      const { from, to } = names();
      const ids: string[] = [];
      for (const isBound of [true, false]) {
        for (const path of [from, to]) ids.push(await mcpAt(domain, kind, path, isBound));
      }
      const before = await Promise.all(ids.map(stateOf));
      const { about, headers = {} }: Forged = WAYS[way]({ domain, from, to }, sender);
      const sent = EVENTS[event](sender, about);
      const answer = await deliverSigned(actors.anonymous, sender, sent.body, {
        ...named(sender, sent.event),
        ...headers,
      });
      expect([answer.status, answer.body.accepted]).toEqual([202, false]);
      expect(await Promise.all(ids.map(stateOf))).toEqual(before);
      await t.rows('DELETE FROM mcp WHERE id = ANY($1)', [ids]);
    },
  );

  const own = (['push', 'rename', 'transfer', 'release'] as const).flatMap((event) =>
    HOSTS_OF[sender].map((domain) => ({ event, domain })),
  );
  it.each(own)('a $event counts on $domain', async ({ event, domain }) => {
    const { from, to } = names();
    const id = await mcpAt(domain, sender, from);
    const sent = EVENTS[event](sender, { domain, from, to });
    const instance = { 'x-gitlab-instance': `https://${domain}` };
    const answer = await deliverSigned(actors.anonymous, sender, sent.body, {
      ...named(sender, sent.event),
      ...instance,
    });
    expect([answer.status, answer.body.accepted]).toEqual([202, true]);
    await t.rows('DELETE FROM mcp WHERE id = $1', [id]);
  });
});
