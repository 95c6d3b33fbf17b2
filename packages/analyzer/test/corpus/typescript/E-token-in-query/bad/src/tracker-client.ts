export class TrackerClient {
  private readonly base = "https://tracker.acme-tools.example/api";

  constructor(private readonly token: string) {}

  private urlFor(path: string): string {
    return `${this.base}${path}?access_token=${encodeURIComponent(this.token)}`;
  }

  async openIssues(project: number): Promise<number> {
    const response = await fetch(this.urlFor(`/projects/${project}/issue-count`), {
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The tracker answered ${response.status}`);
    const body = (await response.json()) as { open: number };
    return Number(body.open);
  }
}
