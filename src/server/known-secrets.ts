import type { AppConfig } from '../config/app-config.js';
import type { Running } from './shutdown.js';
import { SecretFingerprints } from '../storage/secret-fingerprints/secret-fingerprints.js';

interface KnownSecret {
  readonly setting: string;
  readonly secret: string;
  /** Public secrets of which one is the recorded one when the change was prepared for. */
  readonly earlier?: readonly string[];
  readonly consequence: string;
}

/** The secrets on which stored data depends, or what clients keep. */
function secretsOf({ auth, idp, signing, outboundWebhooks }: AppConfig): KnownSecret[] {
  const { secretKey } = outboundWebhooks;
  const sessionSecret = idp?.client?.sessionSecret;
  return [
    ...(auth.mode === 'oss'
      ? [
          {
            setting: 'AUTH_OSS_ISSUER_SECRET',
            secret: auth.issuerSecret,
            consequence: 'users of the registry have to log in again',
          },
        ]
      : []),
    ...(sessionSecret === undefined
      ? []
      : [
          {
            setting: 'SESSION_SECRET',
            secret: sessionSecret,
            consequence:
              'unfinished sign-ins start over, and sessions with a refresh token end within an hour',
          },
        ]),
    {
      setting: 'HUB_SIGNING_KEY',
      secret: signing.key.kid,
      earlier: signing.oldKeys.map(({ kid }) => kid),
      consequence:
        'what was signed with the other key cannot be verified, unless its public half is in HUB_SIGNING_OLD_KEYS',
    },
    ...(secretKey === undefined
      ? []
      : [
          {
            setting: 'OUTBOUND_WEBHOOKS_SECRET_KEY',
            secret: secretKey,
            consequence:
              'nothing is sent to the webhooks of organizations, nor received for sources with their own secret, until each of them gets a new one',
          },
        ]),
  ];
}

/**
 * Says which secrets are not those with which a server of this database has started last: lost ones of a restored
 * installation, and other ones of another server (ADR 107). A rotation is reported in the same way, once.
 */
export async function compareSecrets({ app, config, logger }: Running): Promise<void> {
  // A worker uses none of them.
  if (config.processRole === 'worker') return;
  const fingerprints = app.get(SecretFingerprints, { strict: false });
  for (const { setting, secret, earlier = [], consequence } of secretsOf(config)) {
    const isPrepared = await anyRecorded(fingerprints, setting, earlier);
    if (!(await fingerprints.record(setting, secret)) || isPrepared) continue;
    logger.warn(
      { setting, consequence },
      'a secret is not the one with which a server of this database has started last: restore it, unless you have changed it on all servers',
    );
  }
}

async function anyRecorded(
  fingerprints: SecretFingerprints,
  setting: string,
  secrets: readonly string[],
): Promise<boolean> {
  for (const secret of secrets) if (await fingerprints.isRecorded(setting, secret)) return true;
  return false;
}
