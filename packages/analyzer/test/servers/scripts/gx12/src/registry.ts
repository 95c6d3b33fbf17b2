export interface Ctx { signal: AbortSignal }
export interface ToolDef<A = any> { name: string; description: string; inputSchema: Record<string, unknown>; validate(raw: unknown): A; run(args: A, ctx: Ctx): Promise<string> }
export class ToolRegistry {
  private readonly tools = new Map<string, ToolDef>();
  private readonly middleware: Array<(next: ToolDef["run"]) => ToolDef["run"]> = [];
  use(mw: (next: ToolDef["run"]) => ToolDef["run"]): this {
    this.middleware.push(mw);
    return this;
  }
  add(...defs: ToolDef[]): this {
    for (const d of defs) this.tools.set(d.name, d);
    return this;
  }
  list() {
    return [...this.tools.values()].map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  }
  async call(name: string, raw: unknown, ctx: Ctx): Promise<string> {
    const tool = this.tools.get(name);
    if (!tool) throw new Error(`Unknown tool: ${name}`);
    const run = this.middleware.reduceRight((next, mw) => mw(next), tool.run.bind(tool));
    return run(tool.validate(raw), ctx);
  }
}
