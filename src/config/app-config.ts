import type { LogLevel } from '../common/logging/logger.js';

/** The whole configuration, typed, validated and frozen. Injected wherever a setting is needed. */
export interface AppConfig {
  readonly logLevel: LogLevel;
  readonly http: { readonly host: string; readonly port: number; readonly publicUrl: string };
  readonly dataDir: string;
  readonly database: {
    /** Absent: the embedded database in `dataDir`. */
    readonly url?: string;
    readonly poolSize: number;
  };
  readonly auth: {
    readonly oss: {
      readonly issuer: string;
      readonly audience: string;
      readonly issuerSecret: string;
      /** Seconds. */
      readonly tokenTtl: number;
      readonly enableBasic: boolean;
    };
  };
  readonly public: { readonly readCatalog: boolean; readonly downloadArtifacts: boolean };
  readonly limits: {
    readonly bundleBytes: number;
    readonly manifestBytes: number;
    readonly evidenceBytes: number;
    readonly requestTimeoutSeconds: number;
  };
  readonly bootstrapAdmin: {
    readonly username: string;
    readonly password?: string;
    readonly email: string;
  };
}

/** Injection token of `AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');
