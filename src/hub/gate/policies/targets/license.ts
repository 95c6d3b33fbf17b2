import { isLicenseId, licenseKey } from '../licenses.js';
import { listedItems } from './listed-items.js';

/** Licenses in the server's license expression. */
export const license = listedItems({
  format: 'SPDX identifiers with commas between',
  rule: 'must be SPDX identifiers with commas between, such as GPL-3.0-only,AGPL-3.0-only',
  isItem: isLicenseId,
  keyOf: licenseKey,
  subject: 'license',
  itemsOf: ({ licenses }) => licenses,
});
