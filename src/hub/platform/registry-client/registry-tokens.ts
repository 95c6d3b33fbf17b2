import { Inject, Injectable } from '@nestjs/common';
import { IssuedJwts } from '../../../auth/jwt/issued-jwts.js';
import { SERVICE_PUBLISH_SCOPE, type Scope } from '../../../auth/rules/scopes.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { RegistryError } from './registry-error.js';

const READ_SCOPES = [
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'artifact:download',
] as const satisfies readonly Scope[];

/**
 * The credentials of the hub at the registry (ADR 55): the configured JWT, else in oss mode a new one for each purpose.
 * They appear in no log, error or response.
 */
@Injectable()
export class RegistryTokens {
  constructor(
    private readonly jwts: IssuedJwts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** A JWT that publishes and certifies. @throws RegistryError without one */
  async forPublishing(): Promise<string> {
    const token = await this.tokenWith([SERVICE_PUBLISH_SCOPE], []);
    if (token !== undefined) return token;
    throw new RegistryError(
      'the hub cannot publish in enterprise mode without REGISTRY_SERVICE_TOKEN, a JWT with the scope admin:publish',
      401,
    );
  }

  /** A JWT that resolves and downloads in one organization; undefined if only public packages can be read. */
  forReading(org: string): Promise<string | undefined> {
    return this.tokenWith(READ_SCOPES, [`org/${org}/`]);
  }

  private async tokenWith(
    scopes: readonly string[],
    resources: readonly string[],
  ): Promise<string | undefined> {
    const { auth, registryClient } = this.config;
    if (registryClient.serviceToken !== undefined) return registryClient.serviceToken;
    return auth.mode === 'oss' ? this.jwts.ofService({ scopes, resources }) : undefined;
  }
}
