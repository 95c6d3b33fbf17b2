const BASE = "https://ledger.acme-books.example/v2";

export class LedgerClient {
  constructor(private readonly token: string) {}

  async balance(account: number): Promise<number> {
    const token = this.token;
    const response = await fetch(`${BASE}/accounts/${account}/balance`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error("The ledger did not answer");
    const body = (await response.json()) as { cents: number };
    return Number(body.cents) / 100;
  }
}
