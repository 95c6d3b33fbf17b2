export class NewsApi {
  private readonly base = "https://news.example.org/a/";
  async article(id: number): Promise<string> {
    const res = await fetch(this.base + id, { signal: AbortSignal.timeout(5000) });
    return await res.text();
  }
}
