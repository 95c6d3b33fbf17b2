import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/principal.js';
import { forbidden, notFound, unauthorized, type ApiError } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { ResolveReadModel, type PackageName, type ResolvedRow } from './resolve.read-model.js';
import { toResolvedVersion } from './resolved-version.mapper.js';
import { lookupsOf } from './version-reference.js';
import { isUnpublished } from './version-status.js';
import type { ResolvedVersion } from './versions.dto.js';

/** What a caller may see of a package's versions. */
interface Sight {
  readonly published: boolean;
  readonly unpublished: boolean;
}

const noVersion = (): ApiError => notFound('version');

/** Turns references into versions, and decides who may see which. */
@Injectable()
export class ResolveService {
  constructor(
    private readonly readModel: ResolveReadModel,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The version that `ref` means.
   * @throws 401 or 403 for callers without the scope that its status needs, 404 when nothing matches.
   */
  async resolve(principal: Principal, name: PackageName, ref: string): Promise<ResolvedVersion> {
    const resource = `org/${name.org}/mcp/${name.name}`;
    const sight: Sight = {
      published: principal.can('mcp:resolve', resource),
      unpublished: principal.can('mcp:resolve:prepublish', resource),
    };
    const row = await this.find(name, ref);
    if (sight.published || sight.unpublished) return toResolvedVersion(name, ref, this.forHolder(sight, row));
    return toResolvedVersion(name, ref, await this.forPublic(principal, name, row));
  }

  private async find(name: PackageName, ref: string): Promise<ResolvedRow | undefined> {
    for (const lookup of lookupsOf(ref)) {
      const row = await this.readModel.find(name, lookup);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  private forHolder(sight: Sight, row: ResolvedRow | undefined): ResolvedRow {
    if (row === undefined) throw noVersion();
    if (row.status === 'revoked') {
      if (!sight.unpublished) throw noVersion();
    } else if (isUnpublished(row.status) ? !sight.unpublished : !sight.published) {
      throw forbidden({ scope: isUnpublished(row.status) ? 'mcp:resolve:prepublish' : 'mcp:resolve' });
    }
    return row;
  }

  /** Published versions of public packages, where configuration opens them; nothing else can be told to exist. */
  private async forPublic(
    principal: Principal,
    name: PackageName,
    row: ResolvedRow | undefined,
  ): Promise<ResolvedRow> {
    const visibility = row?.visibility ?? (await this.readModel.visibilityOf(name));
    if (!this.config.public.downloadArtifacts || visibility !== 'public') {
      throw principal.isAnonymous ? unauthorized() : forbidden({ scope: 'mcp:resolve' });
    }
    if (row?.status !== 'published') throw noVersion();
    return row;
  }
}
