/** Types of events that a webhook can ask for (hub contract 32). */
export const EVENT_TYPES = [
  'finding.opened',
  'version.certified',
  'version.not_certified',
  'version.new',
  'gate.failed',
  'report.completed',
  'repository.moved',
  'repository.taken',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The type of an event that tests one webhook, whatever it asks for. */
export const TEST_EVENT = 'webhook.test';

/** Status of a delivery: `DEAD` if it is not tried any more. */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why the hub disables a webhook: the receiver answered 410, or nothing succeeded for three days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];
