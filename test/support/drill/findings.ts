import type { WebhookReceiver } from '../webhook-receiver.js';
import type { Scene } from './lane.js';

/** What invariants look at, after everything is quiet. */
export interface Aftermath extends Scene {
  /** The temporary folder of all processes of the installation, which nothing else uses. */
  readonly temporary: string;
  readonly receiver: WebhookReceiver;
  /** The path of the organization's webhook at the receiver, and its secret. */
  readonly webhook: { readonly at: string; readonly secret: string };
}

/** The result of an invariant. */
export interface Finding {
  readonly invariant: string;
  /** How many objects were looked at. */
  readonly checked: number;
  readonly violations: readonly string[];
}

/** Counts what an invariant looks at, and keeps what breaks it. */
export class Examination {
  checked = 0;
  readonly violations: string[] = [];

  constructor(readonly invariant: string) {}

  /** Looks at one object: `problem` is what is wrong with it, undefined for nothing. */
  look(problem: string | undefined): void {
    this.checked += 1;
    if (problem !== undefined) this.violations.push(problem);
  }

  /** Looks at one object, which must have these values. */
  expect(what: string, found: unknown, wanted: unknown): void {
    const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
    this.look(is === should ? undefined : `${what}: ${is} instead of ${should}`.slice(0, 600));
  }
}

/** Looks at something; an error is a violation, too. */
export async function examine(
  invariant: string,
  check: (examination: Examination) => Promise<void>,
): Promise<Finding> {
  const examination = new Examination(invariant);
  try {
    await check(examination);
  } catch (error) {
    examination.violations.push(String(error).slice(0, 600));
  }
  return examination;
}
