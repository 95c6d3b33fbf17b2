export class QueueClient {
  constructor(private readonly token: string) {}

  private endpoint(region: string, path: string): string {
    return `https://${region}.queues.acme-cloud.example${path}`;
  }

  async depth(region: string, queue: string): Promise<number> {
    const response = await fetch(this.endpoint(region, `/v1/queues/${encodeURIComponent(queue)}/depth`), {
      headers: { authorization: `Bearer ${this.token}` },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The queue service answered ${response.status}`);
    const body = (await response.json()) as { depth: number };
    return Number(body.depth);
  }
}
