export interface Thought { thought: string; number: number; total: number; next: boolean; branch?: string }
const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null;
export class ThinkingServer {
  private history: Thought[] = [];
  private branches: Record<string, Thought[]> = {};
  private validate(input: unknown): Thought {
    if (!isRecord(input)) throw new Error("Invalid input");
    const { thought, number, total, next, branch } = input;
    if (typeof thought !== "string" || typeof number !== "number" || typeof total !== "number" || typeof next !== "boolean") throw new Error("Invalid thought");
    return { thought: thought.slice(0, 5000), number, total, next, branch: typeof branch === "string" ? branch : undefined };
  }
  private format(t: Thought): string {
    const header = `Thought ${t.number}/${t.total}`;
    const border = "─".repeat(Math.min(80, Math.max(header.length, t.thought.length) + 4));
    return `┌${border}┐\n│ ${header} │\n├${border}┤\n│ ${t.thought} │\n└${border}┘`;
  }
  process(input: unknown) {
    const data = this.validate(input);
    if (this.history.length < 1000) this.history.push(data);
    if (data.branch) (this.branches[data.branch] ??= []).push(data);
    if (process.env.DISABLE_THOUGHT_LOGGING !== "true") console.error(this.format(data));
    return { content: [{ type: "text", text: JSON.stringify({ number: data.number, total: data.total, next: data.next, branches: Object.keys(this.branches), length: this.history.length }, null, 2) }] };
  }
}
