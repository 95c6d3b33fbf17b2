import { Registry1795000000000 } from './1795000000000-registry.js';
import { TokenIssuer1795200000000 } from './1795200000000-token-issuer.js';
import { PresignedUploads1795300000000 } from './1795300000000-presigned-uploads.js';
import { Hub1796000000000 } from './1796000000000-hub.js';

/** In the order in which they run. A migration that has landed is never edited. */
export const MIGRATIONS = [
  Registry1795000000000,
  TokenIssuer1795200000000,
  PresignedUploads1795300000000,
  Hub1796000000000,
] as const;
