import { ORIGINS } from '../../../catalog/mcps/mcp-values.js';
import { listedItems } from './listed-items.js';

/** Origin of a server. */
export const origin = listedItems({
  format: `one or more of ${ORIGINS.map((name) => `\`${name}\``).join(', ')} with commas between`,
  rule: `must be one or more of ${ORIGINS.join(', ')}, with commas between`,
  isItem: (item) => ORIGINS.some((name) => name === item),
  subject: 'origin',
  itemsOf: (facts) => [facts.origin],
});
