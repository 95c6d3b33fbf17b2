import { z } from "zod";

/** What can be measured, and the expression that measures it. */
export const MEASURES = {
  revenue: "ROUND(SUM(i.quantity * i.unit_price), 2)",
  orders: "COUNT(DISTINCT o.id)",
  pieces: "SUM(i.quantity)",
} as const;

/** By what can be grouped. */
export const GROUPINGS = {
  day: "date(o.ordered_at)",
  month: "strftime('%Y-%m', o.ordered_at)",
  category: "a.category",
  channel: "o.channel",
} as const;

export const ARTICLE_ORDERS = {
  name: "a.name COLLATE NOCASE ASC",
  price: "a.price ASC",
  stock: "a.stock ASC",
} as const;

export type Measure = keyof typeof MEASURES;
export type Grouping = keyof typeof GROUPINGS;
export type ArticleOrder = keyof typeof ARTICLE_ORDERS;

export function keysOf<T extends Record<string, unknown>>(record: T) {
  return z.enum(Object.keys(record) as [keyof T & string, ...Array<keyof T & string>]);
}

/** Looks a name up in one of the tables above; anything else is refused. */
export function expression<T extends Record<string, string>>(table: T, name: string): string {
  if (!Object.hasOwn(table, name)) {
    throw new Error(`unknown expression ${JSON.stringify(name)}`);
  }
  return table[name];
}
