export interface Comment {
  user: { login: string };
  body: string;
}

export interface Issue {
  number: number;
  title: string;
  body: string | null;
  user: { login: string };
}

export class GitHub {
  constructor(private readonly token: string) {}

  private async get<T>(path: string): Promise<T> {
    const res = await fetch(`https://api.github.com${path}`, {
      headers: { authorization: `Bearer ${this.token}`, accept: "application/vnd.github+json", "user-agent": "issue-browser" },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!res.ok) throw new Error(`GitHub answered ${res.status}`);
    return (await res.json()) as T;
  }

  issue(repo: string, number: number) {
    return this.get<Issue>(`/repos/${repo}/issues/${number}`);
  }

  comments(repo: string, number: number) {
    return this.get<Comment[]>(`/repos/${repo}/issues/${number}/comments?per_page=30`);
  }
}
