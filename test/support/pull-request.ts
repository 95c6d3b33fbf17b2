import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A comment of a pull request. */
export interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

/** The comments of a pull request, as GitHub's API has them. */
export class PullRequest {
  comments: Comment[] = [];
  /** Requests that change something. */
  writes: string[] = [];
  readonly authorizations = new Set<string>();
  /** The status of the next responses. */
  status = 200;
  private readonly server: Server = createServer((req, res) => {
    void this.answer(req).then((body) => res.writeHead(this.status).end(JSON.stringify(body)));
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(req: IncomingMessage): Promise<unknown> {
    this.authorizations.add(req.headers.authorization ?? '');
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
    const from = (Number(searchParams.get('page')) - 1) * 100;
    if (req.method === 'GET') return this.comments.slice(from, from + 100);
    const { body } = (await json(req)) as { body: string };
    this.writes.push(`${req.method} ${pathname}`);
    if (this.status !== 200) return {};
    const known = this.comments.find(({ id }) => pathname.endsWith(`/comments/${id}`));
    if (known) known.body = body;
    else
      this.comments.push({ id: 1000 + this.comments.length, user: { login: 'github-actions[bot]' }, body });
    return {};
  }
}
