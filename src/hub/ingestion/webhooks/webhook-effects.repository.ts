import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { claimOf, type DeliveryName } from './webhook-deliveries.repository.js';

type Claimant = Pick<DeliveryName, 'sender' | 'signer'>;

/** SQL of the bodies that had their effect. */
@Injectable()
export class WebhookEffectsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Claims the effect of a body of one signer; false if it already had one. A concurrent claim of the same body waits until the
   * transaction ends.
   */
  async claim({ sender, signer }: Claimant, digest: Sha256Digest): Promise<boolean> {
    const claimed = await this.uow.rows(
      `INSERT INTO webhook_effect (sender, body_digest, received_at) VALUES ($1, $2, now())
       ON CONFLICT ON CONSTRAINT webhook_effect_pkey DO NOTHING
       RETURNING sender`,
      [sender, claimOf(signer, digest)],
    );
    return claimed.length === 1;
  }

  /** Releases the claim of a body that had no effect. */
  async release({ sender, signer }: Claimant, digest: Sha256Digest): Promise<void> {
    await this.uow.rows('DELETE FROM webhook_effect WHERE sender = $1 AND body_digest = $2', [
      sender,
      claimOf(signer, digest),
    ]);
  }

  /** Deletes up to `limit` claims made before `before` and returns how many were deleted. */
  async deleteOld(before: Date, limit: number): Promise<number> {
    const removed = await this.uow.rows(
      `DELETE FROM webhook_effect
        WHERE (sender, body_digest) IN (
          SELECT sender, body_digest FROM webhook_effect WHERE received_at < $1 ORDER BY received_at LIMIT $2)
       RETURNING sender`,
      [before, limit],
    );
    return removed.length;
  }
}
