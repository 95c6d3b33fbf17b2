import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Plan } from '../../../auth/accounts/accounts.js';

/** A paying organization, and the newest payment event that set its plan. */
export interface PayingOrganization {
  readonly id: string;
  readonly plan: Plan;
  /** The subscription that last set the plan. */
  readonly subscription: string | null;
  readonly eventAt: Date | null;
  readonly eventRank: number | null;
}

/** A payment event to store. */
export interface AppliedPayment {
  readonly plan: Plan;
  readonly subscription: string;
  readonly eventAt: Date;
  readonly eventRank: number;
  readonly eventId: string;
}

/** SQL of the organizations' payment state. */
@Injectable()
export class PaymentsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Reads the organization of a customer and locks its row until the transaction ends. */
  lockByCustomer(customer: string): Promise<PayingOrganization | undefined> {
    return this.uow.row<PayingOrganization>(
      `SELECT id, plan, payment_subscription AS subscription, payment_event_at AS "eventAt",
              payment_event_rank AS "eventRank"
         FROM organization
        WHERE payment_customer = $1 AND status <> 'DELETED'
          FOR NO KEY UPDATE`,
      [customer],
    );
  }

  async apply(orgId: string, payment: AppliedPayment): Promise<void> {
    const { plan, subscription, eventAt, eventRank, eventId } = payment;
    await this.uow.rows(
      `UPDATE organization
          SET plan = $2, payment_event_at = $3, payment_event_id = $4,
              payment_subscription = $5, payment_event_rank = $6,
              updated_at = CASE WHEN plan = $2 THEN updated_at ELSE now() END
        WHERE id = $1`,
      [orgId, plan, eventAt, eventId, subscription, eventRank],
    );
  }
}
