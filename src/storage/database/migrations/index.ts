import { Registry1795000000000 } from './1795000000000-registry.js';
import { TokenIssuer1795200000000 } from './1795200000000-token-issuer.js';
import { PresignedUploads1795300000000 } from './1795300000000-presigned-uploads.js';
import { Hub1796000000000 } from './1796000000000-hub.js';
import { Catalog1797000000000 } from './1797000000000-catalog.js';
import { InvitationList1798100000000 } from './1798100000000-invitation-list.js';
import { CatalogSearch1798200000000 } from './1798200000000-catalog-search.js';
import { VersionLookups1798300000000 } from './1798300000000-version-lookups.js';
import { TokenUses1798400000000 } from './1798400000000-token-uses.js';
import { Administration1798500000000 } from './1798500000000-administration.js';
import { PaymentSubscription1798600000000 } from './1798600000000-payment-subscription.js';

/** In the order in which they run. A migration that has landed is never edited. */
export const MIGRATIONS = [
  Registry1795000000000,
  TokenIssuer1795200000000,
  PresignedUploads1795300000000,
  Hub1796000000000,
  Catalog1797000000000,
  InvitationList1798100000000,
  CatalogSearch1798200000000,
  VersionLookups1798300000000,
  TokenUses1798400000000,
  Administration1798500000000,
  PaymentSubscription1798600000000,
] as const;
