import type { McpFacts } from '../mcp-facts.js';
import { targetType, unknown, type PolicyTargetType } from './policy-target.js';

/** Items of which servers must have none. */
interface ListedItems {
  /** The format of the whole list. */
  readonly format: string;
  readonly rule: string;
  readonly isItem: (item: string) => boolean;
  /** The form in which items are compared; by default as they are written. */
  readonly keyOf?: (item: string) => string;
  /** Name of the items in reasons. */
  readonly subject: string;
  /** The items of a server, as keys; null where they are not known. */
  readonly itemsOf: (facts: McpFacts) => readonly string[] | null;
}

/** A type of targets that match servers with one of the listed items, which commas separate. */
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
