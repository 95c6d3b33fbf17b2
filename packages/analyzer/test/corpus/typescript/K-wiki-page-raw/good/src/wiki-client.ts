export interface Page {
  title: string;
  body: string;
}

const BASE = "https://wiki.acme-tools.example/api/pages";
const MAX_BYTES = 200_000;

export class WikiClient {
  constructor(private readonly token: string) {}

  async page(id: number): Promise<Page> {
    const response = await fetch(`${BASE}/${id}`, {
      headers: { authorization: `Bearer ${this.token}` },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`The wiki answered ${response.status}`);
    if (Number(response.headers.get("content-length") ?? MAX_BYTES + 1) > MAX_BYTES) throw new Error("The page is too long");
    const { title, body } = (await response.json()) as Page;
    return { title: String(title), body: String(body) };
  }
}
