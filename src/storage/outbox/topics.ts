import { ANALYZED_VERSIONS } from './analyzed-versions.js';
import { REGISTRY_CHANGES } from './registry-changes.js';
import { VERSION_EVENTS } from './version-events.js';

/** The topics of messages. */
export const TOPICS = [VERSION_EVENTS, ANALYZED_VERSIONS, REGISTRY_CHANGES] as const;

export type Topic = (typeof TOPICS)[number];
