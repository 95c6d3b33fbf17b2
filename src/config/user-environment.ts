import type { Environment } from './config-reader.js';

export type { Environment } from './config-reader.js';

/** The environment of this process, for commands that start programs of their user, or keep files for them. */
export const userEnvironment = (environment: Environment = process.env): Environment => environment;
