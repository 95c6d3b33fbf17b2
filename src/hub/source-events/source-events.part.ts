import type { HubPart } from '../hub-part.js';
import { SourceEvents } from './source-events.js';
import { SourceEventsRepository } from './source-events.repository.js';

/** Changes of sources that wait to be analyzed. */
export const sourceEventsPart: HubPart = {
  providers: [SourceEventsRepository, { provide: SourceEvents, useExisting: SourceEventsRepository }],
};
