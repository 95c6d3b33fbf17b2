import type { z } from "zod";
import type { Database } from "./db.js";
import type { ListDeals, SearchContacts } from "./schemas.js";
import { Select, contains } from "./select.js";

const CONTACT_ORDER = {
  name: "c.full_name",
  company: "a.name",
  last_seen: "c.last_seen_at",
} as const;

const DEAL_ORDER = {
  value: "d.value",
  closes_on: "d.closes_on",
  created_at: "d.created_at",
  stage: "d.stage",
} as const;

const DEAL_COLUMNS = ["d.id", "d.title", "d.stage", "d.value", "d.currency", "d.closes_on"];

export class CrmRepository {
  constructor(
    private readonly db: Database,
    private readonly region?: string,
  ) {}

  searchContacts(args: z.infer<typeof SearchContacts>) {
    const select = Select.columns("c.id", "c.full_name", "c.job_title", "a.name AS company", "c.last_seen_at")
      .from("contacts c JOIN accounts a ON a.id = c.account_id")
      .whereAny(["c.full_name", "a.name"], "ILIKE", contains(args.query))
      .orderBy(CONTACT_ORDER[args.sort], args.direction)
      .limit(args.limit);
    return this.db.rows(this.restrict(select));
  }

  async account(id: number) {
    const account = Select.columns("a.id", "a.name", "a.industry", "a.region")
      .from("accounts a")
      .where("a.id", "=", id)
      .limit(1);
    const [found] = await this.db.rows(this.restrict(account));
    if (!found) return undefined;
    const deals = Select.columns(...DEAL_COLUMNS)
      .from("deals d JOIN accounts a ON a.id = d.account_id")
      .where("a.id", "=", id)
      .orderBy("d.closes_on");
    return { ...found, deals: await this.db.rows(this.restrict(deals)) };
  }

  deals(args: z.infer<typeof ListDeals>) {
    const select = Select.columns(...DEAL_COLUMNS, "a.name AS account")
      .from("deals d JOIN accounts a ON a.id = d.account_id")
      .orderBy(DEAL_ORDER[args.sort], args.direction)
      .limit(args.limit);
    if (args.stage) select.where("d.stage", "=", args.stage);
    if (args.minValue !== undefined) select.where("d.value", ">=", args.minValue);
    return this.db.rows(this.restrict(select));
  }

  summary() {
    const select = Select.columns("d.stage", "count(*)::int AS deals", "sum(d.value)::float8 AS value")
      .from("deals d JOIN accounts a ON a.id = d.account_id")
      .groupBy("d.stage")
      .orderBy("d.stage");
    return this.db.rows(this.restrict(select));
  }

  private restrict(select: Select): Select {
    return this.region ? select.where("a.region", "=", this.region) : select;
  }
}
