import { randomUUID } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const MAX_SESSIONS = 50;
const IDLE_MS = 15 * 60_000;

interface Session {
  transport: StreamableHTTPServerTransport;
  usedAt: number;
}

/** The open sessions; idle ones are closed, and there is an upper bound. */
export class Sessions {
  private readonly open = new Map<string, Session>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly createServer: () => McpServer) {
    this.sweeper = setInterval(() => this.sweep(), 60_000);
    this.sweeper.unref();
  }

  get full(): boolean {
    return this.open.size >= MAX_SESSIONS;
  }

  find(id: string | undefined): StreamableHTTPServerTransport | undefined {
    const session = id === undefined ? undefined : this.open.get(id);
    if (!session) return undefined;
    session.usedAt = Date.now();
    return session.transport;
  }

  async begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.open.set(id, { transport, usedAt: Date.now() });
      },
    });
    transport.onclose = () => {
      if (transport.sessionId) this.open.delete(transport.sessionId);
    };
    await this.createServer().connect(transport);
    return transport;
  }

  async closeAll(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.allSettled([...this.open.values()].map(({ transport }) => transport.close()));
  }

  private sweep(): void {
    const limit = Date.now() - IDLE_MS;
    for (const { transport, usedAt } of this.open.values()) {
      if (usedAt < limit) void transport.close();
    }
  }
}
