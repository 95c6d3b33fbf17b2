import { Lease } from '../../../jobs/attempts/lease.js';

/** Who makes an attempt of a delivery. */
export const DELIVERY_LEASE = new Lease({ holder: 'claim', until: 'claimed_until' });
