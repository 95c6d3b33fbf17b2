import type { McpFacts } from '../mcp-facts.js';
import { targetType, unknown, type PolicyTargetType } from './policy-target.js';

/** Definition of a target type that lists items which servers must not have. */
interface ListedItems {
  /** The format of the whole list. */
  readonly format: string;
  readonly rule: string;
  readonly isItem: (item: string) => boolean;
  /** Key for comparing items; by default the item itself. */
  readonly keyOf?: (item: string) => string;
  /** Name of the items in reasons. */
  readonly subject: string;
  /** Keys of the items of a server; null if not known. */
  readonly itemsOf: (facts: McpFacts) => readonly string[] | null;
}

/** A target type that matches servers with at least one of the comma-separated items. */
export const listedItems = ({
  format,
  rule,
  isItem,
  keyOf = (item) => item,
  subject,
  itemsOf,
}: ListedItems): PolicyTargetType =>
  targetType<ReadonlySet<string>>({
    matches: 'listed',
    format,
    rule,
    parse: (text) => {
      const items = text.split(',').map((item) => item.trim());
      return items.every(isItem) ? new Set(items.map(keyOf)) : undefined;
    },
    match: (listed, facts) => {
      const items = itemsOf(facts);
      if (items === null) return unknown(`the ${subject} is not known`);
      const found = items.filter((item) => listed.has(item));
      if (found.length === 0) return undefined;
      return { certain: found.length === items.length, because: `${subject} ${found.join(', ')}` };
    },
  });
