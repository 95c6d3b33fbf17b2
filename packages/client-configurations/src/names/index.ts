/** Names of servers and what they mean: pure, and the same in the hub and wherever its decisions are read. */
export { isMcpName } from './catalog-name.js';
export { repositoryKey } from './repository-key.js';
export {
  dottedName,
  folderKey,
  NAME_KINDS,
  packageKey,
  publicNameOf,
  serverName,
  type NameKind,
  type ServerLookup,
  type ServerName,
} from './server-name.js';
export { addressKey, imageKey } from './target-key.js';
