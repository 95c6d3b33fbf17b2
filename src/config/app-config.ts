import type { LogLevel } from '../common/logging/logger.js';
import type { Mailbox, MailServer } from './value-parsers.js';

/** `auth.mode: oss`: the registry keeps users and issues its own JWTs. */
export interface OssSettings {
  readonly mode: 'oss';
  readonly issuer: string;
  readonly audience: string;
  readonly issuerSecret: string;
  /** Seconds. */
  readonly tokenTtl: number;
  readonly enableBasic: boolean;
}

/** `auth.mode: enterprise`: an identity provider keeps users and issues the JWTs. */
export interface EnterpriseSettings {
  readonly mode: 'enterprise';
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
}

/** What the hub is to the OpenID Connect provider of its users, for sign-in with a browser. */
export interface IdpClientSettings {
  readonly id: string;
  readonly secret: string;
  /** Exactly as the provider knows it. */
  readonly callbackUrl: string;
  /** Seals what cookies keep. */
  readonly sessionSecret: string;
}

/** The OpenID Connect provider of the hub's users. */
export interface IdpSettings {
  /** Its issuer, exactly. */
  readonly issuer: string;
  /** Claim `aud` of access tokens for the hub. */
  readonly audience: string;
  /** Absent: users come with JWTs alone. */
  readonly client?: IdpClientSettings;
  /** Present when the provider is the one that is built in: the seed of its Ed25519 key, as base64url. */
  readonly builtInKey?: string;
}

/** The mail server, and who mails are from. */
export interface SmtpSettings extends MailServer {
  readonly from: Mailbox;
}

/** `storage.type: filesystem`: artifacts are files in the data directory. */
export interface FilesystemSettings {
  readonly type: 'filesystem';
}

/** `storage.type: s3`: artifacts are objects of an S3-compatible store. */
export interface S3Settings {
  readonly type: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Absent: Amazon's own. */
  readonly endpoint?: string;
  /** Where clients reach the store, when that differs. */
  readonly publicEndpoint?: string;
  readonly forcePathStyle: boolean;
  /** Absent: those of the machine's or container's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly presign: {
    readonly enabled: boolean;
    /** Seconds. */
    readonly expiresIn: number;
  };
}

/** The whole configuration, typed, validated and frozen. Injected wherever a setting is needed. */
export interface AppConfig {
  readonly logLevel: LogLevel;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Without a trailing slash. */
    readonly publicUrl: string;
    /** Addresses and networks whose X-Forwarded-For is believed. */
    readonly trustProxy: readonly string[];
  };
  /** Absent: no metrics are served. */
  readonly metrics?: { readonly host: string; readonly port: number };
  /** Nothing can be changed. */
  readonly readOnly: boolean;
  readonly dataDir: string;
  readonly database: {
    /** Absent: the embedded database in `dataDir`. */
    readonly url?: string;
    readonly poolSize: number;
    /** Whether the server brings the database up to date when it starts. */
    readonly migrate: boolean;
  };
  /** Absent: what servers would share through it, each has for itself. */
  readonly redis?: { readonly url: string; readonly prefix: string };
  readonly auth: OssSettings | EnterpriseSettings;
  readonly storage: FilesystemSettings | S3Settings;
  /** Absent: nobody can use the hub. */
  readonly idp?: IdpSettings;
  /** Absent: no mails are sent. */
  readonly smtp?: SmtpSettings;
  /** In lower case. */
  readonly platformAdminEmails: readonly string[];
  /** Requests a minute. */
  readonly rateLimits: {
    readonly anonymous: number;
    readonly free: number;
    readonly pro: number;
    readonly enterprise: number;
  };
  /** Of a webhook without one, everything is refused. */
  readonly webhookSecrets: {
    readonly github?: string;
    readonly gitlab?: string;
    readonly bitbucket?: string;
    readonly stripe?: string;
  };
  readonly public: { readonly readCatalog: boolean; readonly downloadArtifacts: boolean };
  readonly limits: {
    readonly bundleBytes: number;
    readonly manifestBytes: number;
    readonly evidenceBytes: number;
    readonly requestTimeoutSeconds: number;
  };
  /** How long requests are served after SIGTERM. */
  readonly shutdownDrainSeconds: number;
  readonly bootstrapAdmin: {
    readonly username: string;
    readonly password?: string;
    readonly email: string;
  };
}

/** Injection token of `AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/** The settings of oss mode, for what exists in it alone. */
export function ossSettings({ auth }: AppConfig): OssSettings {
  if (auth.mode !== 'oss') throw new Error('this exists in oss mode alone');
  return auth;
}
