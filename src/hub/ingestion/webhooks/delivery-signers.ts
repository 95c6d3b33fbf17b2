import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { SecretBox } from '../../notifications/outbound-webhooks/secret-box.js';
import { sealedFor } from '../source-secrets/sealed-for.js';
import type { SentRepository } from './providers/webhook-provider.js';
import { SourceSignersReadModel, type SourceSigner } from './source-signers.read-model.js';

/** Who has signed a delivery: the id of the MCP whose secret it was, null for the secret of the code host. */
export type Signer = string | null;

/** A delivery that is not verified yet. */
export interface UnverifiedDelivery {
  /** Undefined if it is about none. */
  readonly repository: SentRepository | undefined;
  /** Whether the secret that the server has for its sender has signed it. */
  readonly isSenders: boolean;
  /** Whether a secret has signed it. */
  readonly isSignedWith: (secret: string) => boolean;
}

// Compared if there is nothing else, so that an answer takes as long for a repository without secrets.
const NO_SECRET = randomBytes(32).toString('hex');

/** Finds out whose secret has signed a delivery (ADR 114). */
@Injectable()
export class DeliverySigners {
  private hasWarned = false;

  constructor(
    private readonly sources: SourceSignersReadModel,
    private readonly box: SecretBox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined if no secret that counts for an MCP of the repository has signed the delivery. */
  async signerOf({ repository, isSenders, isSignedWith }: UnverifiedDelivery): Promise<Signer | undefined> {
    const sources = repository === undefined ? [] : await this.sources.of(repository);
    const own = sources.filter(({ secrets }) => secrets.length > 0);
    const secrets = own.flatMap((source) => this.opened(source));
    if (secrets.length === 0 && !isSenders) isSignedWith(NO_SECRET);
    // All are compared, so that the time is the same whichever it was.
    const [signer] = secrets.filter(({ secret }) => isSignedWith(secret));
    if (signer !== undefined) return signer.mcpId;
    const countsForOne = own.length === 0 || own.length < sources.length;
    return isSenders && countsForOne ? null : undefined;
  }

  private opened({ mcpId, secrets }: SourceSigner): { readonly mcpId: string; readonly secret: string }[] {
    const opened = secrets.map((sealed) => this.box.open(sealed, sealedFor(mcpId)));
    if (opened.includes(undefined)) this.warn(mcpId);
    return opened.filter((secret) => secret !== undefined).map((secret) => ({ mcpId, secret }));
  }

  /** Once: all secrets have the same key. */
  private warn(mcpId: string): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.logger.warn(
      { mcp_id: mcpId },
      'webhook secrets of MCPs were encrypted with another OUTBOUND_WEBHOOKS_SECRET_KEY; their deliveries are refused until they have new ones',
    );
  }
}
