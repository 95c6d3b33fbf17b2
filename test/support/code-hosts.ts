import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from './test-app.js';

export const HOSTS = ['github', 'gitlab', 'bitbucket'] as const;
export type Host = (typeof HOSTS)[number];

export const newCommit = (): string => randomBytes(20).toString('hex');

/** The commit that a deleted branch points to. */
export const NONE = '0'.repeat(40);

/** Inserts a catalog server on each of the code hosts, with the same path: `owner/name`. */
export async function newMcp(
  t: TestApp,
  { orgId, path = `acme/r-${randomUUID()}` }: { readonly orgId?: string; readonly path?: string } = {},
): Promise<string> {
  for (const host of HOSTS) {
    const domain = host === 'bitbucket' ? 'bitbucket.org' : `${host}.com`;
    await t.rows(
      `INSERT INTO mcp (id, org_id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
       VALUES ($1, $2, $3, $3, $4, $5, 'private', 'community', now(), now())`,
      [randomUUID(), orgId ?? null, `${host}/${path}`, `https://${domain}/${path}.git`, `${domain}/${path}`],
    );
  }
  return path;
}

/** What a code host says of a repository. */
export interface SentRepository {
  readonly path: string;
  /** The host's id of it; by default one that depends on the path alone. */
  readonly id?: number | null;
  /** Null if the host does not name it. */
  readonly defaultBranch?: string | null;
  readonly domain?: string;
}

export const DOMAINS: Readonly<Record<Host, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** An id of a repository, as each host writes it. */
export const idOf = (host: Host, id: number): number | string =>
  host === 'bitbucket' ? `{00000000-0000-4000-8000-${String(id).padStart(12, '0')}}` : id;
export const identityOf = (host: Host, id: number, domain = DOMAINS[host]): string =>
  `${domain}#${idOf(host, id)}`;

const numberOf = (path: string): number =>
  Number.parseInt(createHash('sha256').update(path.toLowerCase()).digest('hex').slice(0, 8), 16);

/** The repository in the payloads of a host. */
function repository(host: Host, sent: SentRepository): Readonly<Record<string, unknown>> {
  const { path, id = numberOf(path), defaultBranch = 'main', domain = DOMAINS[host] } = sent;
  const url = `${domain.startsWith('127.') ? 'http' : 'https'}://${domain}/${path}`;
  const [owner = '', name = ''] = path.split('/');
  const named = id === null ? {} : { [host === 'bitbucket' ? 'uuid' : 'id']: idOf(host, id) };
  return {
    github: {
      ...named,
      name,
      full_name: path,
      owner: { login: owner },
      html_url: url,
      ...(defaultBranch !== null && { default_branch: defaultBranch }),
    },
    gitlab: {
      ...named,
      path_with_namespace: path,
      web_url: url,
      git_ssh_url: `git@${domain}:${path}.git`,
      ...(defaultBranch !== null && { default_branch: defaultBranch }),
    },
    bitbucket: {
      ...named,
      full_name: path,
      links: { html: { href: url } },
      ...(defaultBranch !== null && { mainbranch: { name: defaultBranch } }),
    },
  }[host];
}

/** The commit and ref of a push. */
export interface Pushed {
  readonly after?: string;
  readonly before?: string;
  readonly ref?: string;
  /** Whether the branch did not simply move on. */
  readonly forced?: boolean;
}

/** A push event of a code host. */
export function push(
  host: Host,
  to: string | SentRepository,
  { after = newCommit(), before = newCommit(), ref = 'refs/heads/main', forced = false }: Pushed = {},
) {
  const name = ref.replace(/^refs\/(heads|tags)\//, '');
  const isGone = after === NONE;
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  const described = repository(host, typeof to === 'string' ? { path: to } : to);
  const [event, body] = {
    github: [
      'push',
      {
        ref,
        before,
        after,
        forced,
        deleted: isGone,
        head_commit: isGone ? null : { id: after },
        repository: described,
      },
    ] as const,
    gitlab: [
      kind === 'tag' ? 'Tag Push Hook' : 'Push Hook',
      {
        object_kind: 'push',
        ref,
        before,
        after,
        checkout_sha: isGone ? null : after,
        total_commits_count: forced ? 0 : 1,
        project: described,
      },
    ] as const,
    bitbucket: [
      'repo:push',
      {
        repository: described,
        push: {
          changes: [
            {
              old: { target: { hash: before } },
              new: isGone ? null : { type: kind, name, target: { hash: after } },
              closed: isGone,
              forced,
            },
          ],
        },
      },
    ] as const,
  }[host];
  return { event, body, after, before, ref };
}

/** The event with which a code host announces the new name of a repository. */
export function rename(host: Host, from: string, to: SentRepository) {
  const described = repository(host, to);
  const owner = from.slice(0, from.indexOf('/'));
  const [event, body] = {
    github: [
      'repository',
      {
        ...(owner === to.path.slice(0, to.path.indexOf('/'))
          ? { action: 'renamed', changes: { repository: { name: { from: from.slice(owner.length + 1) } } } }
          : { action: 'transferred', changes: { owner: { from: { organization: { login: owner } } } } }),
        repository: described,
      },
    ] as const,
    gitlab: [
      'System Hook',
      {
        event_name: 'project_rename',
        project_id: described['id'],
        path_with_namespace: to.path,
        old_path_with_namespace: from,
      },
    ] as const,
    bitbucket: [
      'repo:updated',
      { repository: described, changes: { full_name: { old: from, new: to.path } } },
    ] as const,
  }[host];
  return { event, body };
}
