export interface Customer {
  id: number;
  name: string;
  email: string;
  plan: "free" | "team" | "enterprise";
}

const table = new Map<number, Customer>();

export function seed(rows: Customer[]): void {
  for (const r of rows) table.set(r.id, r);
}

export function find(id: number): Customer | undefined {
  return table.get(id);
}

export function setPlan(id: number, plan: Customer["plan"]): boolean {
  const c = table.get(id);
  if (!c) return false;
  c.plan = plan;
  return true;
}
