import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { Ed25519PublicJwk } from '../../../common/values/ed25519.js';
import { preAuthenticationEncoding, type DsseEnvelope } from '@mcp-hub/client-configurations/decisions';

/** Signs documents with the hub's key, and publishes the keys that verify them (ADR 57). */
@Injectable()
export class HubSigner {
  /** The public keys, the current one first. */
  readonly publicKeys: readonly Ed25519PublicJwk[];
  private readonly key: KeyObject;
  private readonly keyId: string;

  constructor(@Inject(APP_CONFIG) { signing }: Pick<AppConfig, 'signing'>) {
    const { d, ...current } = signing.key;
    const { kty, crv, x } = current;
    this.key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
    this.keyId = current.kid;
    const older = signing.oldKeys.filter(
      ({ kid }, index, all) => kid !== current.kid && all.findIndex((other) => other.kid === kid) === index,
    );
    this.publicKeys = [current, ...older];
  }

  /** A signed envelope. The same document and key give the same bytes: Ed25519 uses no randomness. */
  envelope(payloadType: string, payload: Uint8Array): DsseEnvelope {
    const sig = sign(null, preAuthenticationEncoding(payloadType, payload), this.key).toString('base64');
    return {
      payloadType,
      payload: Buffer.from(payload).toString('base64'),
      signatures: [{ keyid: this.keyId, sig }],
    };
  }
}
