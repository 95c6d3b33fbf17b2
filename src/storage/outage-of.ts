import type { Outage } from '../common/operation/outages.js';
import { storageFaultOf } from './artifacts/storage-errors.js';
import { faultOf } from './database/database-faults.js';

/**
 * Which part of the service an error says cannot be used now (ADR 110); undefined for every other error. Causes are not
 * looked at: that of a failed `fetch` is about a server of somebody else.
 */
export function outageOf(error: unknown): Outage | undefined {
  const database = faultOf(error);
  if (database === 'busy') return undefined;
  if (database !== undefined) return { part: 'database', fault: database };
  const storage = storageFaultOf(error);
  return storage === undefined ? undefined : { part: 'storage', fault: storage };
}
