import type { HeapObject, Value } from '../engine/values/value.js';

/** The field of a client or session whose requests have a time limit. */
export const TIME_LIMIT = '%time-limit';

/** Methods that send all requests of a session: one that the program replaces may add a limit. */
const SENDING = ['request', 'send'];

const isLimited = ({ fields }: HeapObject): boolean =>
  fields.has(TIME_LIMIT) || SENDING.some((name) => fields.has(name));

/** Whether a client or session limits the time of its requests by itself. */
export const limitsTime = (client: Value | undefined): boolean => client?.objects.some(isLimited) ?? false;
