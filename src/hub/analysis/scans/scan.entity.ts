import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { McpVersion } from '../../catalog/mcps/mcp-version.entity.js';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';
import type { ScanTarget } from './scan-target.js';

/** A scan that a caller asked for (hub contract 29). */
@Entity('scan')
@Check('scan_status_check', `status IN ('WAITING', 'ANALYZING', 'RESOLVED', 'FAILED')`)
@Check('scan_caller_kind_check', `caller_kind IN ('user', 'service_token')`)
@Unique('scan_token_hash_key', ['tokenHash'])
@Index('scan_waiting_idx', ['createdAt', 'id'], { where: `status = 'WAITING'` })
@Index('scan_caller_idx', ['callerId', 'status'])
@Index('scan_mcp_idx', ['mcpId'])
@Index('scan_version_idx', ['versionId'])
@Index('scan_created_at_idx', ['createdAt', 'id'])
export class Scan {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'scan_pkey' })
  id: string;

  /** SHA-256 of the token with which the caller asks for the state. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('text', { name: 'caller_kind' })
  callerKind: 'user' | 'service_token';

  @Column('uuid', { name: 'caller_id' })
  callerId: string;

  /** As the caller wrote it. */
  @Column('text', { name: 'url' })
  url: string;

  @Column('jsonb', { name: 'target' })
  target: ScanTarget;

  /** `WAITING`: the version is not known yet, or whether its result is still true. `ANALYZING`: its analysis decides. */
  @Column('text', { name: 'status' })
  status: 'WAITING' | 'ANALYZING' | 'RESOLVED' | 'FAILED';

  @Column('uuid', { name: 'mcp_id', nullable: true })
  mcpId: string | null;

  @Column('uuid', { name: 'version_id', nullable: true })
  versionId: string | null;

  /** The result, if it existed when the scan was requested. */
  @Column('uuid', { name: 'snapshot_id', nullable: true })
  snapshotId: string | null;

  /** Why it failed. */
  @Column('text', { name: 'error', nullable: true })
  error: string | null;

  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  /** Until then, another process looks for its version. */
  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'scan_mcp_id_fkey' })
  mcp?: Relation<Mcp>;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'scan_version_id_fkey' })
  version?: Relation<McpVersion>;
}
