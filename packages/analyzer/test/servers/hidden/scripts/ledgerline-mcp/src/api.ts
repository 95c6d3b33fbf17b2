import { z } from "zod";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

export class ApiError extends Error {}

export const ChargeSchema = z.object({
  id: z.string(),
  amount: z.number(),
  refunded: z.number(),
  currency: z.string().length(3),
  status: z.enum(["pending", "paid", "failed", "refunded"]),
  createdAt: z.string(),
});

export const PayoutSchema = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string().length(3),
  arrivesAt: z.string(),
});

export type Charge = z.infer<typeof ChargeSchema>;

export class LedgerApi {
  constructor(
    private readonly baseUrl: URL,
    private readonly apiKey: string,
  ) {}

  async findCharges(query: { status?: string; from?: string; limit: number }): Promise<Charge[]> {
    const params = new URLSearchParams({ limit: String(query.limit) });
    if (query.status) params.set("status", query.status);
    if (query.from) params.set("from", query.from);
    return z.array(ChargeSchema).parse(await this.call("GET", `/v1/charges?${params}`));
  }

  async getCharge(id: string): Promise<Charge> {
    return ChargeSchema.parse(await this.call("GET", `/v1/charges/${encodeURIComponent(id)}`));
  }

  async listPayouts(limit: number): Promise<unknown> {
    return z.array(PayoutSchema).parse(await this.call("GET", `/v1/payouts?limit=${limit}`));
  }

  async refund(id: string, amount: number, requestId: string): Promise<Charge> {
    const body = JSON.stringify({ amount });
    return ChargeSchema.parse(
      await this.call("POST", `/v1/charges/${encodeURIComponent(id)}/refunds`, body, requestId),
    );
  }

  private async call(method: string, path: string, body?: string, requestId?: string): Promise<unknown> {
    const headers: Record<string, string> = {
      Authorization: `Bearer ${this.apiKey}`,
      Accept: "application/json",
    };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (requestId) headers["Idempotency-Key"] = requestId;

    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) throw new ApiError("No such charge.");
    if (!response.ok) throw new ApiError(`The payments API answered ${response.status}.`);
    if (Number(response.headers.get("content-length") ?? 0) > MAX_BYTES) {
      throw new ApiError("The answer of the payments API is too large.");
    }
    return response.json();
  }
}
