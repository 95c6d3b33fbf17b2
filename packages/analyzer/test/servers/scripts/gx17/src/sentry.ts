import type { HttpClient } from "./di.js";
export class SentryService {
  constructor(private readonly http: HttpClient) {}
  async unresolved(org: string, project: string): Promise<number> {
    const issues = await this.http.get<unknown[]>(`/api/0/projects/${encodeURIComponent(org)}/${encodeURIComponent(project)}/issues/`, { query: "is:unresolved", limit: 100 });
    return issues.length;
  }
}
