import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/principal.js';
import { forbidden, notFound, unauthorized, type ApiError } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { PackageName } from '../packages/package-name.js';
import { PackagesRepository } from '../packages/packages.repository.js';
import { packageResource } from '../resources.js';
import { ResolveReadModel, type ResolvedRow } from './resolve.read-model.js';
import { toResolvedVersion } from './resolved-version.mapper.js';
import { lookupsOf } from './version-reference.js';
import { isUnpublished } from './version-status.js';
import type { ResolvedVersion } from './versions.dto.js';

/** What a caller may see of a package's versions. */
interface Sight {
  readonly published: boolean;
  readonly unpublished: boolean;
}

/** Revoked versions show to those who may see unpublished ones. */
const sees = (sight: Sight, { status }: ResolvedRow): boolean =>
  status === 'published' ? sight.published : sight.unpublished;

const noVersion = (): ApiError => notFound('version');

/** Turns references into versions, and decides who may see which. */
@Injectable()
export class ResolveService {
  constructor(
    private readonly readModel: ResolveReadModel,
    private readonly packages: PackagesRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The version that `ref` means.
   * @throws 401 or 403 for callers without the scope that its status needs, 404 when nothing matches.
   */
  async resolve(principal: Principal, name: PackageName, ref: string): Promise<ResolvedVersion> {
    const resource = packageResource(name);
    const sight: Sight = {
      published: principal.can('mcp:resolve', resource),
      unpublished: principal.can('mcp:resolve:prepublish', resource),
    };
    const row = await this.find(name, ref);
    if (row === undefined || !(sees(sight, row) || this.isOpen(row)))
      throw await this.refusal(principal, name, sight, row);
    return toResolvedVersion(name, ref, row);
  }

  private async find(name: PackageName, ref: string): Promise<ResolvedRow | undefined> {
    for (const lookup of lookupsOf(ref)) {
      const row = await this.readModel.find(name, lookup);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Anybody may have it: a published version of a public package, where configuration opens those. */
  private isOpen({ status, visibility }: Pick<ResolvedRow, 'status' | 'visibility'>): boolean {
    return this.config.public.downloadArtifacts && status === 'published' && visibility === 'public';
  }

  /** Holders of a scope learn which one they lack; others, that there is nothing, or nothing that they may know of. */
  private async refusal(
    principal: Principal,
    name: PackageName,
    sight: Sight,
    row: ResolvedRow | undefined,
  ): Promise<ApiError> {
    if (sight.published || sight.unpublished) {
      if (row === undefined || row.status === 'revoked') return noVersion();
      return forbidden({ scope: isUnpublished(row.status) ? 'mcp:resolve:prepublish' : 'mcp:resolve' });
    }
    const visibility = row?.visibility ?? (await this.packages.find(name))?.visibility;
    if (this.config.public.downloadArtifacts && visibility === 'public') return noVersion();
    return principal.isAnonymous ? unauthorized() : forbidden({ scope: 'mcp:resolve' });
  }
}
