import { ResourcePattern } from '../resource-pattern.js';
import type { LocalUserSnapshot } from './local-users.repository.js';

/** The resource patterns of a user (registry contract 2): the catalog and every organization they belong to. */
export const resourcesOf = ({
  registryAdmin,
  orgs,
}: Pick<LocalUserSnapshot, 'registryAdmin' | 'orgs'>): readonly string[] =>
  registryAdmin ? ['catalog', 'org/'] : ['catalog', ...orgs.map((slug) => `org/${slug}/`)];

/** The same as patterns. */
export const patternsOf = (
  snapshot: Pick<LocalUserSnapshot, 'registryAdmin' | 'orgs'>,
): readonly ResourcePattern[] => ResourcePattern.parseAll(resourcesOf(snapshot));
