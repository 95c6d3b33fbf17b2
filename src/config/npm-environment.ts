import type { Environment } from './config-reader.js';

const READ_BY_NPM = /^(npm_config_.*|home|userprofile|path|prefix|xdg_config_home)$/i;

/** The variables from which npm's own configuration of this machine is read. */
export const npmEnvironment = (environment: Environment = process.env): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => READ_BY_NPM.test(name)));
