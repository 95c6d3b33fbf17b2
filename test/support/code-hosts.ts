import { randomBytes, randomUUID } from 'node:crypto';
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

/** A push event of a code host. */
export function push(host: Host, path: string, { after = newCommit(), ref = 'refs/heads/main' } = {}) {
  const [before, name] = [newCommit(), ref.replace(/^refs\/(heads|tags)\//, '')];
  const isGone = after === NONE;
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  const [event, body] = {
    github: [
      'push',
      {
        ref,
        before,
        after,
        deleted: isGone,
        head_commit: isGone ? null : { id: after },
        repository: { full_name: path, html_url: `https://github.com/${path}` },
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
        project: { web_url: `https://gitlab.com/${path}`, git_ssh_url: `git@gitlab.com:${path}.git` },
      },
    ] as const,
    bitbucket: [
      'repo:push',
      {
        repository: { full_name: path, links: { html: { href: `https://bitbucket.org/${path}` } } },
        push: {
          changes: [
            { old: null, new: isGone ? null : { type: kind, name, target: { hash: after } }, closed: isGone },
          ],
        },
      },
    ] as const,
  }[host];
  return { event, body, after, ref };
}
