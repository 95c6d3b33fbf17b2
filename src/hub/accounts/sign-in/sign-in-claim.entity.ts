import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-in whose callback was requested: of several servers, one completes it. */
@Entity('sign_in_claim')
@Index('sign_in_claim_claimed_at_idx', ['claimedAt'])
export class SignInClaim {
  /** SHA-256 of the state. */
  @PrimaryColumn('bytea', { name: 'state_hash', primaryKeyConstraintName: 'sign_in_claim_pkey' })
  stateHash: Buffer;

  @Column('timestamptz', { name: 'claimed_at' })
  claimedAt: Date;

  /** Whether it has been completed or refused. */
  @Column('boolean', { name: 'finished', default: false })
  finished: boolean;
}
