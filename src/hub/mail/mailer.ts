import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { APP_CONFIG, type AppConfig, type SmtpSettings } from '../../config/app-config.js';

/** A mail to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_WAITING = 1000;
const MAX_AT_ONCE = 2;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const MAIL_TIMEOUT_MS = 60_000;
const GOODBYE_MS = 5000;

/**
 * Sends mails in the background: those who post one neither wait for it nor learn whether it arrived. What waits is
 * bounded, and so is the time of each. Mails that are waiting when the process ends are lost.
 */
@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly waiting: Mail[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private transport: Promise<Transporter> | undefined;
  private isClosed = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a mail is going to be sent: not without a mail server, nor while too many wait. */
  post(mail: Mail): boolean {
    if (this.config.smtp === undefined || this.isClosed) return false;
    if (this.waiting.length >= MAX_WAITING) {
      this.logger.warn({ waiting: MAX_WAITING }, 'a mail is dropped: too many are waiting');
      return false;
    }
    this.waiting.push(mail);
    this.next(this.config.smtp);
    return true;
  }

  /** Mails that are under way may end. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    if (this.waiting.length > 0) this.logger.warn({ waiting: this.waiting.length }, 'mails are dropped');
    this.waiting.length = 0;
    await within(GOODBYE_MS, Promise.all(this.underWay)).catch(() => undefined);
    (await this.transport)?.close();
  }

  private next(smtp: SmtpSettings): void {
    if (this.underWay.size >= MAX_AT_ONCE) return;
    const mail = this.waiting.shift();
    if (mail === undefined) return;
    const sending = this.send(smtp, mail).finally(() => {
      this.underWay.delete(sending);
      this.next(smtp);
    });
    this.underWay.add(sending);
  }

  private async send(smtp: SmtpSettings, { to, ...content }: Mail): Promise<void> {
    try {
      const transport = await (this.transport ??= openTransport(smtp));
      // As parts: text would be parsed, and could be more than one address.
      const sent = transport.sendMail({
        // It changes what it is given.
        from: { ...smtp.from },
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...content,
      });
      await within(MAIL_TIMEOUT_MS, sent);
    } catch (error) {
      // Messages of mail servers repeat addresses.
      const { name: type, code, responseCode, command } = Object(error) as Record<string, unknown>;
      this.logger.warn({ type, code, responseCode, command }, 'a mail could not be sent');
    }
  }
}

/** The library is loaded only where a mail server is configured. */
async function openTransport({ host, port, secure, username, password }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure,
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    // A password goes over no connection that can be listened to.
    requireTLS: username !== undefined,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What `work` comes to. @throws ETIMEDOUT when it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
