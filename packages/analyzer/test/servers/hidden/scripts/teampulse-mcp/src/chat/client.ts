import { z } from "zod";
import { chatConfig, type ChatConfig } from "../config.js";
import { log } from "../log.js";
import { ChatError } from "./errors.js";

const TIMEOUT_MS = 9_000;
const MAX_BYTES = 2 * 1024 * 1024;

const Message = z.object({
  id: z.string().regex(/^[A-Za-z0-9.]{1,40}$/),
  author: z.string(),
  text: z.string(),
  at: z.string(),
  replies: z.number().int().default(0),
});

const Messages = z.object({ messages: z.array(Message).max(200) });

export type Message = z.infer<typeof Message>;

export class ChatClient {
  constructor(private readonly config: ChatConfig = chatConfig()) {}

  async history(channel: string, hours: number): Promise<Message[]> {
    const since = new Date(Date.now() - hours * 3_600_000).toISOString();
    const path = `/api/channels/${this.readable(channel)}/messages`;
    return Messages.parse(await this.request("GET", path, { since, limit: "200" })).messages;
  }

  async search(channel: string, words: string): Promise<Message[]> {
    const path = `/api/channels/${this.readable(channel)}/search`;
    return Messages.parse(await this.request("GET", path, { q: words, limit: "30" })).messages;
  }

  async thread(channel: string, message: string): Promise<Message[]> {
    const path = `/api/channels/${this.readable(channel)}/messages/${encodeURIComponent(message)}/replies`;
    return Messages.parse(await this.request("GET", path, { limit: "100" })).messages;
  }

  async postStandup(text: string): Promise<void> {
    const { standupChannel } = this.config;
    if (!standupChannel) throw new ChatError("Posting is switched off.");
    await this.request("POST", `/api/channels/${standupChannel}/messages`, {}, { text, mentions: false });
  }

  /** Only configured channels can be read. */
  private readable(channel: string): string {
    if (!this.config.channels.has(channel)) {
      throw new ChatError(`That channel is not shared. These are: ${[...this.config.channels].join(", ")}`);
    }
    return channel;
  }

  private async request(
    method: "GET" | "POST",
    path: string,
    query: Record<string, string>,
    body?: unknown,
  ): Promise<unknown> {
    const url = new URL(path, this.config.url);
    url.search = new URLSearchParams(query).toString();
    const started = Date.now();
    const response = await fetch(url, {
      method,
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${this.config.token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    log("request", { path: url.pathname, status: response.status, durationMs: Date.now() - started });
    if (response.status === 404) throw new ChatError("There is no such message.");
    if (!response.ok) throw new ChatError(`The chat answered ${response.status}.`);

    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) throw new ChatError("The answer of the chat is too large.");
      chunks.push(chunk);
    }
    return size === 0 ? null : JSON.parse(Buffer.concat(chunks).toString("utf8"));
  }
}
