import { z } from "zod";
import type { Settings } from "./settings.js";
import { MailError } from "./templates.js";

const Accepted = z.object({ messageId: z.string().max(80) });
const Status = z.object({
  messageId: z.string().max(80),
  state: z.enum(["queued", "sent", "bounced", "rejected"]),
  updatedAt: z.string().max(40),
});

export interface OutgoingMail {
  to: string;
  template: string;
  fields: Record<string, string>;
}

export class Relay {
  readonly #url: URL;
  readonly #key: string;

  constructor({ url, key }: Settings["relay"]) {
    this.#url = url;
    this.#key = key;
  }

  async send(mail: OutgoingMail) {
    return Accepted.parse(await this.#request("POST", "/v2/messages", mail));
  }

  async status(messageId: string) {
    return Status.parse(await this.#request("GET", `/v2/messages/${encodeURIComponent(messageId)}`));
  }

  async #request(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (response.status === 404) throw new MailError("The relay does not know that message.");
    if (!response.ok) throw new MailError(`The relay refused the request (${response.status}).`);
    return response.json();
  }
}
