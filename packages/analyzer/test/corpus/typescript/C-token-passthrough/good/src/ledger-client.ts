const BASE = "https://ledger.acme-books.example/v2";

export class LedgerClient {
  async balance(account: number): Promise<number> {
    const credential = process.env.LEDGER_SERVICE_TOKEN;
    if (!credential) throw new Error("The ledger is not configured");
    const response = await fetch(`${BASE}/accounts/${account}/balance`, {
      headers: { authorization: `Bearer ${credential}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error("The ledger did not answer");
    const body = (await response.json()) as { cents: number };
    return Number(body.cents) / 100;
  }
}
