import type Database from "better-sqlite3";
import {
  ARTICLE_ORDERS,
  GROUPINGS,
  MEASURES,
  expression,
  type ArticleOrder,
  type Grouping,
  type Measure,
} from "./vocabulary.js";

export interface Span {
  from: string;
  to: string;
}

export interface ReportRow {
  label: string;
  value: number;
}

export interface ArticleRow {
  sku: string;
  name: string;
  category: string;
  price: number;
  stock: number;
}

const ORDERS_WITH_ITEMS = `
  FROM orders o
  JOIN order_items i ON i.order_id = o.id
  JOIN articles a ON a.id = i.article_id
  WHERE o.status <> 'cancelled'
    AND o.ordered_at >= @from
    AND o.ordered_at < date(@to, '+1 day')`;

export class Reports {
  constructor(private readonly db: Database.Database) {}

  sales(span: Span, measure: Measure, grouping: Grouping, category?: string): ReportRow[] {
    const label = expression(GROUPINGS, grouping);
    const value = expression(MEASURES, measure);
    const filter = category === undefined ? "" : " AND a.category = @category";
    const sql = `SELECT ${label} AS label, ${value} AS value ${ORDERS_WITH_ITEMS}${filter} GROUP BY 1 ORDER BY 1 LIMIT 400`;
    return this.db.prepare<unknown[], ReportRow>(sql).all({ ...span, ...(category === undefined ? {} : { category }) });
  }

  top(span: Span, measure: Measure, count: number): ReportRow[] {
    const value = expression(MEASURES, measure);
    const sql = `SELECT a.name AS label, ${value} AS value ${ORDERS_WITH_ITEMS} GROUP BY a.id ORDER BY value DESC LIMIT @count`;
    return this.db.prepare<unknown[], ReportRow>(sql).all({ ...span, count });
  }

  lowStock(threshold: number, count: number): ArticleRow[] {
    return this.db
      .prepare<unknown[], ArticleRow>(
        "SELECT sku, name, category, price, stock FROM articles WHERE stock <= ? AND discontinued = 0 ORDER BY stock LIMIT ?",
      )
      .all(threshold, count);
  }

  find(words: string[], order: ArticleOrder, count: number): ArticleRow[] {
    const conditions = words.map(() => "a.name LIKE ? ESCAPE '\\'").join(" AND ");
    const sql = `SELECT a.sku, a.name, a.category, a.price, a.stock FROM articles a WHERE ${conditions} ORDER BY ${expression(ARTICLE_ORDERS, order)} LIMIT ?`;
    return this.db.prepare<unknown[], ArticleRow>(sql).all(...words.map(likePattern), count);
  }
}

export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}
