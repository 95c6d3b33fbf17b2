import type { ApiClient, ApiResponse } from '../api-client.js';
import type { SplitDeployment } from '../split-deployment.js';
import type { Ledger } from './ledger.js';
import { Seeded } from './seeded.js';

// A server that is about to end, and a registry that the hub does not reach.
const AWAY: readonly number[] = [502, 503, 504];

/** An answer without one: the connection was refused or broke off. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|socket hang up/.test(`${error}`);

/** Who makes the requests of a drill, at the servers of its installation. */
export interface Callers {
  readonly owner: ApiClient;
  /** The administrator of the registry. */
  readonly publisher: ApiClient;
  readonly admin: ApiClient;
  readonly anonymous: ApiClient;
}

/** What all lanes share. */
export interface Scene {
  readonly deployment: SplitDeployment;
  readonly callers: Callers;
  readonly orgId: string;
  readonly ledger: Ledger;
  /** Authorization of a service token that asks the gate. */
  readonly gate: string;
  /** A package of the npm registry, for scans. */
  readonly scanned: readonly string[];
}

/** What a request is, and what the audit trail has of it. */
export interface Request {
  readonly by: keyof Callers;
  readonly send: (client: ApiClient) => Promise<ApiResponse>;
  /** The status of its acknowledgment. */
  readonly status: number;
  /** The action of its event; none for requests without one. */
  readonly action?: string;
  readonly subject?: string | ((answer: ApiResponse) => string);
}

/** Seeded requests, one after the other. */
export class Lane {
  readonly random: Seeded;
  private made = 0;

  constructor(
    readonly scene: Scene,
    readonly number: number,
    seed: number,
  ) {
    this.random = new Seeded(seed, `lane ${number}`);
  }

  get ledger(): Ledger {
    return this.scene.ledger;
  }

  /** A name that no other object of the drill has. */
  newName(kind: string): string {
    this.made += 1;
    return `${kind}-${this.number}-${this.made}`;
  }

  /** Sends a request to one of the servers, and records what became of it. Undefined unless it was acknowledged. */
  async ask({ by, send, status, action, subject }: Request): Promise<ApiResponse | undefined> {
    const { deployment, callers } = this.scene;
    const client = deployment.at(this.random.between(0, 1000), callers[by]);
    const answer = await this.answered(send(client));
    const isAcknowledged = answer?.status === status;
    const isUnanswered = answer === undefined || AWAY.includes(answer.status);
    if (isAcknowledged) this.ledger.acknowledged += 1;
    else if (isUnanswered) this.ledger.unanswered += 1;
    else this.ledger.unexpected.push(`${action ?? by}: ${answer.status} ${answer.text.slice(0, 300)}`);
    if (action !== undefined && (isAcknowledged || isUnanswered)) {
      const known = typeof subject === 'function' ? isAcknowledged && subject(answer) : subject;
      this.ledger.changes.push({ action, isAcknowledged, subject: known === false ? undefined : known });
    }
    return isAcknowledged ? answer : undefined;
  }

  private async answered(answer: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (!isBrokenOff(error)) this.ledger.unexpected.push(String(error).slice(0, 500));
      return undefined;
    }
  }
}
