import { parseCodeHost } from '@mcp-hub/sources/code-hosts';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../../../auth/hub/hub-principal.js';
import { badRequest } from '../../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { organizationsVisibleTo } from '../../catalog/mcps/mcp-visibility.js';
import { ScanLookup, type KnownResult } from './scan-lookup.read-model.js';
import { SCAN_URL_RULE, scanTargetOf, type ScanTarget } from './scan-target.js';

/** What a scan is about. */
export interface RequestedScan {
  readonly url: string;
  readonly target: ScanTarget;
  /** The result, if there is one already. */
  readonly known: KnownResult | undefined;
}

/** Finds out what the URLs of scans mean. */
@Injectable()
export class ScanTargets {
  constructor(
    private readonly lookup: ScanLookup,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'analysis'>,
  ) {}

  /** @throws 400 for a URL that is neither a package nor a repository on an allowed host */
  async requested(caller: AuthenticatedCaller, url: string): Promise<RequestedScan> {
    const { sourceHosts, intervalHours } = this.config.analysis;
    // Whoever may scan names the address, and everyone else who does sees the result.
    const hosts = sourceHosts.map(parseCodeHost).filter(({ isPrivate }) => isPrivate !== true);
    const target = scanTargetOf(
      url,
      hosts.map(({ host }) => host),
    );
    if (target === undefined) throw badRequest('url', SCAN_URL_RULE);
    const known = await this.lookup.known(target, organizationsVisibleTo(caller), intervalHours);
    return { url, target, known };
  }
}
