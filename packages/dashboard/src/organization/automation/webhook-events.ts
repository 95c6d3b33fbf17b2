import type { Webhook } from './automation.queries.ts';

/** A type of event. */
export type EventType = Webhook['events'][number];

/** The types of events that webhooks can ask for. */
export const EVENTS: readonly (readonly [EventType, string])[] = [
  ['finding.opened', 'A finding is new'],
  ['version.new', 'A version is new'],
  ['version.certified', 'A version is certified'],
  ['version.not_certified', 'A version is not certified'],
  ['gate.failed', 'The gate has denied a server'],
  ['repository.moved', 'A repository has a new address'],
  ['repository.taken', 'Another repository has the address of an MCP'],
];

/** The name of a type of event for readers. */
export const eventName = (type: string): string =>
  type === 'webhook.test' ? 'Test' : (EVENTS.find(([known]) => known === type)?.[1] ?? type);
