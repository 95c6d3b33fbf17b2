import type { Names } from '../../ui/labels.tsx';
import type { Delivery, Webhook } from './automation.queries.ts';

/** A type of event that webhooks can ask for. */
export type EventType = Webhook['events'][number];

/** The types of events that webhooks can ask for. */
export const EVENT_NAMES: Names<EventType> = {
  'finding.opened': 'A finding is new',
  'version.new': 'A version is new',
  'version.certified': 'A version is certified',
  'version.not_certified': 'A version is not certified',
  'gate.failed': 'The gate has denied a server',
  'report.completed': 'A report is ready',
  'repository.moved': 'A repository has a new address',
  'repository.taken': 'Another repository has the address of an MCP',
};

/** The name of a type of event for readers. */
export const eventName = (type: Delivery['type']): string =>
  type === 'webhook.test' ? 'Test' : EVENT_NAMES[type];
