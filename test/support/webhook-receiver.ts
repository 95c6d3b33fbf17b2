import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An event that arrived. */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly id: string;
    readonly type: string;
    readonly created_at: string;
    readonly org_id: string;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    readonly data: any;
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A receiver of webhooks on a loopback address; each test has paths of its own. */
export class WebhookReceiver {
  private readonly events = new Map<string, ReceivedEvent[]>();
  private readonly answers = new Map<string, Answer>();

  private constructor(
    readonly origin: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => void receiver.receive(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(`http://127.0.0.1:${port}`, server);
    return receiver;
  }

  /** The URL of a path. It answers 204 unless `answer` says otherwise. */
  url(path: string): string {
    return `${this.origin}/${path}`;
  }

  answer(path: string, answer: Answer | number): void {
    this.answers.set(
      `/${path}`,
      typeof answer === 'number' ? (_request, response) => void response.writeHead(answer).end() : answer,
    );
  }

  /** The events that arrived at a path, in their order. */
  at(path: string): readonly ReceivedEvent[] {
    return this.events.get(`/${path}`) ?? [];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const content = await text(request);
    const event = {
      headers: request.headers,
      text: content,
      body: JSON.parse(content) as ReceivedEvent['body'],
    };
    this.events.set(path, [...(this.events.get(path) ?? []), event]);
    const answer = this.answers.get(path) ?? ((_request, by: ServerResponse) => void by.writeHead(204).end());
    answer(request, response);
  }
}

/**
 * Whether one of the signatures of an event is by a secret: Standard Webhooks 1.0 with the Web Crypto API, independent of
 * the code under test.
 */
export async function isSignedBy(secret: string, { headers, text: body }: ReceivedEvent): Promise<boolean> {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(
    [headers['webhook-id'], headers['webhook-timestamp'], body].join('.'),
  );
  for (const signature of String(headers['webhook-signature']).split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version !== 'v1') continue;
    if (await crypto.subtle.verify('HMAC', key, Buffer.from(value, 'base64'), signed)) return true;
  }
  return false;
}
