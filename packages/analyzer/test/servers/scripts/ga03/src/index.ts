import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";
// A small recursive descent parser: nothing is ever evaluated.
class Parser {
  private pos = 0;
  constructor(private readonly src: string) {}
  parse(): number {
    const v = this.expr();
    if (this.pos < this.src.length) throw new UserError(`unexpected character at ${this.pos}`);
    return v;
  }
  private eat(ch: string): boolean {
    if (this.src[this.pos] !== ch) return false;
    this.pos++;
    return true;
  }
  private expr(): number {
    let v = this.term();
    for (;;) {
      if (this.eat("+")) v += this.term();
      else if (this.eat("-")) v -= this.term();
      else return v;
    }
  }
  private term(): number {
    let v = this.atom();
    for (;;) {
      if (this.eat("*")) v *= this.atom();
      else if (this.eat("/")) v /= this.atom();
      else return v;
    }
  }
  private atom(): number {
    const m = /\d+(\.\d+)?/y;
    m.lastIndex = this.pos;
    const hit = m.exec(this.src);
    if (!hit) throw new UserError("number expected");
    this.pos = m.lastIndex;
    return Number(hit[0]);
  }
}
const server = new FastMCP({ name: "calc", version: "1.0.0" });
server.addTool({
  name: "calculate",
  description: "Evaluates an arithmetic expression",
  parameters: z.object({ expression: z.string().max(200) }),
  execute: async ({ expression }) => String(new Parser(expression.replace(/ /g, "")).parse()),
});
server.start({ transportType: "stdio" });
