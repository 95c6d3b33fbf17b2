import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conflict } from '../../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts signing secrets for the database: unlike other credentials they are needed again, so a hash is not enough.
 * A ciphertext is bound to its owner, such as a webhook, and cannot be moved to another one.
 */
@Injectable()
export class SecretBox {
  private readonly key: Buffer | undefined;

  constructor(@Inject(APP_CONFIG) { outboundWebhooks: { secretKey } }: Pick<AppConfig, 'outboundWebhooks'>) {
    this.key = secretKey === undefined ? undefined : Buffer.from(secretKey, 'base64url');
  }

  /** The encrypted secret of an owner. @throws 409 when the server has no key */
  seal(secret: string, owner: string): Buffer {
    if (this.key === undefined) {
      throw conflict(
        'this server has no key for the secrets of webhooks; its operator must set OUTBOUND_WEBHOOKS_SECRET_KEY',
      );
    }
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(owner),
    );
    const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]);
  }

  /** A decrypted secret; undefined if it was encrypted with another key. */
  open(sealed: Buffer, owner: string): string | undefined {
    if (this.key === undefined) return undefined;
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const cipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const content = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([cipher.update(content), cipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
