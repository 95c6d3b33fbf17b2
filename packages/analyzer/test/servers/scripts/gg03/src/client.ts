import axios, { type AxiosInstance, AxiosError } from "axios";
export class JiraClient {
  private readonly http: AxiosInstance;
  constructor({ baseUrl, email, token }: { baseUrl: string; email: string; token: string }) {
    this.http = axios.create({ baseURL: `${baseUrl}/rest/api/3`, auth: { username: email, password: token }, timeout: 10_000 });
  }
  async issue(key: string): Promise<{ summary: string; status: string }> {
    try {
      const { data } = await this.http.get(`/issue/${encodeURIComponent(key)}`, { params: { fields: "summary,status" } });
      return { summary: data.fields.summary, status: data.fields.status.name };
    } catch (e) {
      if (e instanceof AxiosError) throw new Error(`Jira answered ${e.response?.status ?? "nothing"}`);
      throw e;
    }
  }
  async count(jql: string): Promise<number> {
    const { data } = await this.http.post("/search/approximate-count", { jql });
    return data.count;
  }
  async comment(key: string, text: string): Promise<void> {
    await this.http.post(`/issue/${encodeURIComponent(key)}/comment`, { body: { type: "doc", version: 1, content: [{ type: "paragraph", content: [{ type: "text", text }] }] } });
  }
}
