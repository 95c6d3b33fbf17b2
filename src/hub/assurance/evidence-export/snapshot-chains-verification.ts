import { createHash } from 'node:crypto';
import { ChainCheck, type ChainedSnapshot } from '../../catalog/snapshots/chain-check.js';
import type { Breaks } from './breaks.js';

// Half a SHA-256 for each snapshot: enough that nobody finds another snapshot with the same one.
const DIGEST_BYTES = 16;
const FIRST_CAPACITY = 8;

/** What identifies a snapshot. */
export interface NamedSnapshot {
  readonly id: string;
  readonly hash: string;
}

const digestOf = ({ id, hash }: NamedSnapshot): Buffer =>
  createHash('sha256').update(`${id} ${hash}`).digest().subarray(0, DIGEST_BYTES);

/** One chain: its check, and a digest of each valid snapshot. */
class Chain {
  readonly check = new ChainCheck();
  isBroken = false;
  private digests = Buffer.alloc(FIRST_CAPACITY * DIGEST_BYTES);

  add(snapshot: NamedSnapshot): void {
    const end = this.check.length * DIGEST_BYTES;
    if (end > this.digests.length) this.digests = Buffer.concat([this.digests], 2 * this.digests.length);
    digestOf(snapshot).copy(this.digests, end - DIGEST_BYTES);
  }

  has(position: number, snapshot: NamedSnapshot): boolean {
    const start = (position - 1) * DIGEST_BYTES;
    return (
      Number.isSafeInteger(position) &&
      position >= 1 &&
      position <= this.check.length &&
      digestOf(snapshot).equals(this.digests.subarray(start, start + DIGEST_BYTES))
    );
  }
}

/** Verifies the chains of snapshots in an export. Of each snapshot, 16 bytes stay in memory. */
export class SnapshotChainsVerification {
  private readonly chains = new Map<string, Chain>();
  private current: string | undefined;
  private read = 0;

  constructor(private readonly breaks: Breaks) {}

  /** Number of chains, and of the snapshots in them. */
  get counts(): { readonly chains: number; readonly snapshots: number } {
    return { chains: this.chains.size, snapshots: this.read };
  }

  /** Verifies the next snapshot; those of an MCP follow each other. */
  next(snapshot: ChainedSnapshot): void {
    const { mcpId } = snapshot;
    this.read += 1;
    const known = this.chains.get(mcpId);
    const chain = known ?? new Chain();
    this.chains.set(mcpId, chain);
    if (known !== undefined && mcpId !== this.current) this.break(chain, mcpId, 'the chain appears twice');
    this.current = mcpId;
    if (chain.isBroken) return;
    const broken = chain.check.next(snapshot);
    if (broken === undefined) chain.add({ id: snapshot.id, hash: snapshot.snapshotHash });
    else this.break(chain, `${mcpId}, position ${broken.position}`, broken.reason);
  }

  /** Whether the export has the snapshot that an event names; true where a broken chain is reported already. */
  has(mcpId: string | null, position: unknown, snapshot: NamedSnapshot): boolean {
    const chain = this.chains.get(mcpId ?? '');
    if (chain === undefined || typeof position !== 'number') return false;
    return chain.isBroken || chain.has(position, snapshot);
  }

  private break(chain: Chain, where: string, reason: string): void {
    if (!chain.isBroken) this.breaks.add(`snapshots of MCP ${where}`, reason);
    chain.isBroken = true;
  }
}
