/** Keeps the last `limit` bytes of a stream of chunks. */
export class Tail {
  private chunks: Buffer[] = [];
  private size = 0;
  private dropped = false;

  constructor(private readonly limit: number) {}

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size > this.limit && this.chunks.length > 1) {
      const first = this.chunks.shift()!;
      this.size -= first.length;
      this.dropped = true;
    }
  }

  toString(): string {
    let all = Buffer.concat(this.chunks);
    if (all.length > this.limit) {
      all = all.subarray(all.length - this.limit);
      this.dropped = true;
    }
    const text = all.toString("utf8").replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
    return this.dropped ? `[earlier output dropped]\n${text}` : text;
  }
}
