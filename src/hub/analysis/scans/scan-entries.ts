import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { membershipIn, type AuthenticatedCaller, type Confirmed } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { mcpCreated } from '../../catalog/mcps/mcp-created.js';
import { ScanEntriesRepository } from './scan-entries.repository.js';
import { pageOf, targetKey, type ScanTarget } from './scan-target.js';

/** The owner in names of entries that are seen through scans alone. No organization can have it. */
const OWNER = 'scans';
const MAX_SLUG = 80;

/** The organization that may own the private entries of a caller's scans; null if there is none. */
export function organizationOfScans(caller: AuthenticatedCaller): { id: string; slug: string } | null {
  const candidates = caller.kind === 'service_token' ? [caller.organization] : caller.memberships;
  const allowed = candidates.filter(({ id, suspended }) => {
    const isWriter = membershipIn(caller, id)?.permissions.has('mcp:write') === true;
    return isWriter && !suspended;
  });
  const [only] = allowed;
  return allowed.length === 1 && only !== undefined ? { id: only.id, slug: only.slug } : null;
}

const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);

/** The last name of the target's address, as a slug. */
function slugOf(target: ScanTarget): string {
  const [, last = ''] = /([^/:]+?)(?:\.git)?\/*$/.exec(pageOf(target)) ?? [];
  const slug = last.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return slug === '' ? 'server' : slug.slice(0, MAX_SLUG);
}

/** The MCPs that scans create: private to the caller's organization, or seen through the caller's scans alone. */
@Injectable()
export class ScanEntries {
  constructor(
    private readonly entries: ScanEntriesRepository,
    private readonly audit: AuditService,
  ) {}

  /** The entry for a target, which is created if it does not exist, in the transaction of a change. */
  async findOrCreate(caller: Confirmed, target: ScanTarget): Promise<string> {
    const organization = organizationOfScans(caller);
    const orgId = organization?.id ?? null;
    const digest = digestOf(targetKey(target), orgId ?? `${caller.kind} ${caller.id}`);
    const name = `${organization?.slug ?? OWNER}/${slugOf(target)}-${digest}`;
    const repoUrl = pageOf(target);
    const id = randomUUID();
    const entry = await this.entries.findOrInsert({
      id,
      orgId,
      name,
      repoUrl,
      description: `Scan of ${repoUrl}`,
    });
    if (entry === id) {
      const mcp = { id, orgId, name, visibility: 'private', repoUrl } as const;
      await this.audit.record(mcpCreated(mcp, actorOf(caller)));
    }
    return entry;
  }
}
