import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A received mail. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body, as sent. */
  readonly raw: string;
}

const ANSWERS: Readonly<Record<string, string>> = {
  DATA: '354 go on',
  QUIT: '221 bye',
  STAR: '502 TLS is not spoken here',
};

/** A mail server on the loopback interface with the parts of RFC 5321 that a sending client needs. */
export class SmtpServer {
  readonly received: ReceivedMail[] = [];
  /** The verbs of all commands. */
  readonly commands: string[] = [];
  /** Replaces the response to RCPT. */
  refusal: string | undefined;
  /** Sends nothing at all, not even a greeting. */
  isSilent = false;
  private readonly sockets = new Set<Socket>();
  private readonly waiting: (() => void)[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      if (!this.isSilent) this.converse(socket);
    });
  }

  static async start(): Promise<SmtpServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SmtpServer(server);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits for a condition. */
  async until(hasCome: (server: SmtpServer) => boolean): Promise<void> {
    while (!hasCome(this)) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Waits until this many mails have arrived. */
  async mails(count: number): Promise<readonly ReceivedMail[]> {
    await this.until(() => this.received.length >= count);
    return this.received;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private converse(socket: Socket): void {
    let text = '';
    let data = false;
    let from = '';
    let to: string[] = [];
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const answer = (line: string): void => {
      const command = line.slice(0, 4).toUpperCase();
      this.commands.push(command);
      if (command === 'MAIL') from = line.slice('MAIL FROM:'.length);
      if (command === 'RCPT' && this.refusal !== undefined) {
        say(this.refusal);
        return;
      }
      if (command === 'RCPT') to.push(line.slice('RCPT TO:'.length));
      data = command === 'DATA';
      say(ANSWERS[command] ?? '250 ok');
    };
    say('220 mail.test');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        for (const resolve of this.waiting.splice(0)) resolve();
        const end = data ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at === -1) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        if (!data) {
          answer(part);
          continue;
        }
        data = false;
        this.received.push({ from, to, raw: part });
        to = [];
        say('250 taken');
      }
    });
  }
}
