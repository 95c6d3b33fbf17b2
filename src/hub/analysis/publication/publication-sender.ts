import { Injectable } from '@nestjs/common';
import { RegistryError } from '../../platform/registry-client/registry-error.js';
import { LostClaimError, PublicationSuspendedError, UnpublishableError } from './publication-error.js';
import type { VersionToPublish, PublicationPlan } from './publication-plan.js';
import {
  namesOf,
  PublicationPlanner,
  underOtherNumber,
  type PublicationInput,
} from './publication-planner.js';
import { isCurrentNumber } from '../../catalog/mcps/published-version.js';
import { warningsOf, type PublicationWarning } from './publication-warnings.js';
import { PublicationsRepository, type ClaimedPublication } from './publications.repository.js';
import { NumberTakenError, Publisher } from './publisher.js';

/** The result of the requests of an attempt. */
export interface Sent {
  readonly plan: PublicationPlan;
  /** The level that the registry has. */
  readonly level: number;
  /** Whether the registry has the version as published. */
  readonly isPublished: boolean;
}

/** Sends what a publication needs, by its stored plan. */
@Injectable()
export class PublicationSender {
  constructor(
    private readonly publications: PublicationsRepository,
    private readonly planner: PublicationPlanner,
    private readonly publisher: Publisher,
  ) {}

  /**
   * @throws LostClaimError, PublicationSuspendedError, UnpublishableError, RegistryError, errors of the store and the
   * database
   */
  async send(claimed: ClaimedPublication, analyzed: PublicationInput): Promise<Sent> {
    const { plan: stored } = claimed;
    const isCurrent = stored !== null && isCurrentPlan(stored, analyzed);
    const plan = isCurrent ? stored : await this.makePlan(claimed, analyzed);
    if (plan.kind === 'new') await this.publisher.certifyEarlier(plan, analyzed);
    if (plan.kind === 'existing' || (isCurrent && claimed.publishedAt !== null)) {
      return { plan, level: await this.publisher.certify(plan, analyzed), isPublished: true };
    }
    if (analyzed.snapshot.certificationLevel === 0) return this.withhold(plan, analyzed);
    return this.publish(claimed, plan, analyzed);
  }

  private async makePlan(claimed: ClaimedPublication, analyzed: PublicationInput): Promise<PublicationPlan> {
    const { plan: next, warnings } = await this.planner.plan(analyzed);
    const plan = withEarlier(next, claimed.plan, await this.isKept(claimed, next, analyzed));
    await this.save(claimed, plan, warningsOf(warnings));
    return plan;
  }

  /** Whether the registry has the same bytes under the number of the plan before; an unfinished publication is given up. */
  private async isKept(
    claimed: ClaimedPublication,
    next: PublicationPlan,
    analyzed: PublicationInput,
  ): Promise<boolean> {
    const { plan: before } = claimed;
    if (before?.kind !== 'new' || !isRenumbered(before, next)) return false;
    if (claimed.publishedAt !== null) return true;
    const beforeEachRequest = (): Promise<void> => this.requireAllowed(claimed);
    await beforeEachRequest();
    return this.publisher.giveUp(before, analyzed, beforeEachRequest);
  }

  private async save(
    claimed: ClaimedPublication,
    plan: PublicationPlan,
    warnings: readonly PublicationWarning[],
  ): Promise<void> {
    if (!(await this.publications.savePlan(claimed, plan, warnings))) throw new LostClaimError();
  }

  /** An attempt may have registered the version before its analysis became worse; nobody publishes it any more. */
  private async withhold(plan: VersionToPublish, analyzed: PublicationInput): Promise<Sent> {
    try {
      await this.publisher.certify(plan, analyzed);
    } catch (error) {
      const isUnknown = error instanceof RegistryError && error.status === 404;
      if (!isUnknown && !(error instanceof UnpublishableError)) throw error;
    }
    return { plan, level: 0, isPublished: false };
  }

  private async publish(
    claimed: ClaimedPublication,
    plan: VersionToPublish,
    analyzed: PublicationInput,
  ): Promise<Sent> {
    const next = (): Promise<void> => this.requireAllowed(claimed);
    await next();
    try {
      const { level, warnings } = await this.publisher.publish(plan, analyzed, next);
      if (warnings.length > 0) await this.addWarnings(claimed, warnings);
      return { plan, level, isPublished: true };
    } catch (error) {
      if (!(error instanceof NumberTakenError)) throw error;
      const other = underOtherNumber(plan);
      if (other === undefined) {
        throw new UnpublishableError(`the registry has other content under ${plan.version}`, {
          cause: error,
        });
      }
      const known = await this.publications.warningsOf(claimed.versionId);
      await this.save(claimed, other, [...known, ...warningsOf(['version_taken'])]);
      return this.publish(claimed, other, analyzed);
    }
  }

  /** Keeps the claim, and stops an attempt whose version may not be published any more. */
  private async requireAllowed(claimed: ClaimedPublication): Promise<void> {
    const renewed = await this.publications.renew(claimed);
    if (renewed === undefined) throw new LostClaimError();
    if (renewed.revoked) throw new UnpublishableError('the version is revoked');
    if (renewed.withdrawn) throw new PublicationSuspendedError();
  }

  private async addWarnings(
    claimed: ClaimedPublication,
    added: readonly PublicationWarning[],
  ): Promise<void> {
    const known = await this.publications.warningsOf(claimed.versionId);
    const codes = new Set(known.map(({ code }) => code));
    await this.publications.setWarnings(claimed, [...known, ...added.filter(({ code }) => !codes.has(code))]);
  }
}

/** Whether a plan is about the bytes and the number that the version has now. */
const isCurrentPlan = (plan: PublicationPlan, analyzed: PublicationInput): boolean =>
  digestIn(plan) === analyzed.snapshot.tarballSha256 &&
  (plan.kind === 'existing' || isCurrentNumber(plan.version, namesOf(analyzed)));

/** Older numbers of one version do not get later verdicts. */
const MAX_EARLIER = 20;

/** A plan with the numbers under which the same bytes were published before. */
function withEarlier(
  plan: PublicationPlan,
  before: PublicationPlan | null,
  isKept: boolean,
): PublicationPlan {
  if (plan.kind !== 'new' || before?.kind !== 'new' || digestIn(before) !== digestIn(plan)) return plan;
  const { version, manifestDigest, bundle, earlier = [] } = before;
  const own = { version, manifestDigest, bundleDigest: bundle.digest };
  const numbers = isKept ? [own, ...earlier] : earlier;
  return numbers.length === 0 ? plan : { ...plan, earlier: numbers.slice(0, MAX_EARLIER) };
}

/** Whether the same bytes get another number. */
const isRenumbered = (before: PublicationPlan, next: PublicationPlan): boolean =>
  digestIn(before) === digestIn(next) && before.version !== next.version;

/** The bytes that a plan is about: those of a version that has moved to another folder change. */
const digestIn = (plan: PublicationPlan): string =>
  plan.kind === 'new' ? plan.bundle.digest : plan.bundleDigest;
