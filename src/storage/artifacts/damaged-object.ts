import type { ArtifactAddress } from './artifact-store.js';

/** What is wrong with the stored bytes of an object. */
export type ObjectFault = 'missing' | 'shorter' | 'longer' | 'broken off' | 'other bytes';

const FAULTS: Readonly<Record<ObjectFault, string>> = {
  missing: 'are missing',
  shorter: 'are fewer than were recorded',
  longer: 'are more than were recorded',
  'broken off': 'broke off on their way from the store',
  'other bytes': 'do not hash to the digest',
};

/**
 * The store does not give the bytes that it took. The message is for the log, and names the digest and the reason. What is
 * wrong may be repaired, so that a later call may succeed.
 */
export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError';

  constructor(
    readonly address: ArtifactAddress<string>,
    readonly fault: ObjectFault,
    options?: ErrorOptions,
  ) {
    const { orgKey, kind, digest } = address;
    super(`the stored bytes of ${digest} (${kind} of ${orgKey}) ${FAULTS[fault]}`, options);
  }

  /** What clients may know: nothing about where the bytes are. */
  get explanation(): string {
    return `the stored bytes ${FAULTS[this.fault]}`;
  }
}
