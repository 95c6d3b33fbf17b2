import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookProviderName } from './providers/webhook-provider.js';

/**
 * A signed body that had its effect. Signatures cover the body alone, so anyone who has seen one can replay it under
 * another delivery id.
 */
@Entity('webhook_effect')
@Index('webhook_effect_received_at_idx', ['receivedAt'])
export class WebhookEffect {
  @PrimaryColumn('text', { name: 'sender', primaryKeyConstraintName: 'webhook_effect_pkey' })
  sender: WebhookProviderName;

  /** `sha256:` and 64 hexadecimal digits, after the id of the MCP and a space if its own secret signs. */
  @PrimaryColumn('text', { name: 'body_digest', primaryKeyConstraintName: 'webhook_effect_pkey' })
  bodyDigest: string;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt: Date;
}
