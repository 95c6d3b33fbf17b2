import { Inject, Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { ApiError, forbidden, notFound } from '../../common/errors/api-error.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { Meters, type Counter } from '../../common/operation/meters.js';
import { versionInQuery } from '../../common/values/semantic-version.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { versionNotFound } from '../packages/version-not-found.js';
import { packageResource } from '../resources.js';
import { ResolveReadModel, type ResolvedRow } from './resolve.read-model.js';
import { toResolvedVersion } from './version.mapper.js';
import { lookupsOf } from './version-reference.js';
import { STATUS_RULES } from './version-status.js';
import type { ResolvedVersion } from './resolve.dto.js';

/** Which of the version scopes a caller has on a package. */
type HeldScopes = Readonly<Record<'mcp:resolve' | 'mcp:resolve:prepublish', boolean>>;

const RESOLVES = { outcome: ['found', 'not_found', 'refused'] } as const;

const isVisible = (held: HeldScopes, { status }: ResolvedRow): boolean => {
  const { resolves, scope } = STATUS_RULES[status];
  return resolves && held[scope];
};

const revokedVersion = ({ version, revokedReason }: ResolvedRow): ApiError => {
  const reason = revokedReason === null || revokedReason === '' ? '' : `: ${revokedReason}`;
  return new ApiError('not_found', `version ${version} is revoked${reason}`, { version, status: 'revoked' });
};

/** Resolves references to versions, and decides who may see which. */
@Injectable()
export class ResolveService {
  private readonly resolves: Counter<typeof RESOLVES>;

  constructor(
    private readonly readModel: ResolveReadModel,
    private readonly packages: PackagesRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    meters: Meters,
  ) {
    this.resolves = meters.counter('resolves', 'References that were resolved, or not', RESOLVES);
  }

  /**
   * The version that a reference refers to.
   * @param asked as in the query
   * @throws 401 or 403 for callers without the scope that its status requires, 404 when nothing matches or the version
   * is revoked; callers who may see the package get the reason.
   */
  async resolve(principal: RegistryPrincipal, name: PackageName, asked: string): Promise<ResolvedVersion> {
    const ref = versionInQuery(asked);
    const resource = packageResource(name);
    const held: HeldScopes = {
      'mcp:resolve': principal.can('mcp:resolve', resource),
      'mcp:resolve:prepublish': principal.can('mcp:resolve:prepublish', resource),
    };
    const row = await this.find(name, ref);
    if (row === undefined || !(isVisible(held, row) || this.isOpen(row))) {
      const refusal = await this.refusal(principal, name, held, row);
      this.resolves.add({ outcome: refusal.kind === 'not_found' ? 'not_found' : 'refused' });
      throw refusal;
    }
    this.resolves.add({ outcome: 'found' });
    return toResolvedVersion(name, ref, row);
  }

  private async find(name: PackageName, ref: string): Promise<ResolvedRow | undefined> {
    for (const lookup of lookupsOf(ref)) {
      const row = await this.readModel.find(name, lookup);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Whether anyone may resolve it: a published version of a public package, if the configuration allows that. */
  private isOpen({ status, visibility }: Pick<ResolvedRow, 'status' | 'visibility'>): boolean {
    return this.config.public.downloadArtifacts && status === 'published' && visibility === 'public';
  }

  /**
   * Callers with one of the scopes see which one they lack; for others, the response does not reveal whether the
   * version exists.
   */
  private async refusal(
    principal: RegistryPrincipal,
    name: PackageName,
    held: HeldScopes,
    row: ResolvedRow | undefined,
  ): Promise<ApiError> {
    if (held['mcp:resolve'] || held['mcp:resolve:prepublish']) {
      if (row === undefined) return versionNotFound(this.packages, principal, name);
      const { resolves, scope } = STATUS_RULES[row.status];
      return resolves ? forbidden({ scope }) : revokedVersion(row);
    }
    const visibility = row?.visibility ?? (await this.packages.find(name))?.visibility;
    if (this.config.public.downloadArtifacts && visibility === 'public') {
      const seesPackage = principal.can('mcp:catalog:read', packageResource(name));
      return row?.status === 'revoked' && seesPackage ? revokedVersion(row) : notFound('version');
    }
    return principal.isAnonymous ? unauthorized('missing') : forbidden({ scope: 'mcp:resolve' });
  }
}
