import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import PQueue from 'p-queue';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { SmtpSettings } from '../../config/mail.js';

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
  private readonly queue = new PQueue({ concurrency: MAX_AT_ONCE, timeout: MAIL_TIMEOUT_MS });
  private transport: Promise<Transporter> | undefined;
  private isClosed = false;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a mail is going to be sent: not without a mail server, nor while too many wait. */
  post(mail: Mail): boolean {
    const { smtp } = this.config;
    if (smtp === undefined || this.isClosed) return false;
    if (this.queue.size >= MAX_WAITING) {
      this.logger.warn({ waiting: MAX_WAITING }, 'a mail is dropped: too many are waiting');
      return false;
    }
    this.queue.add(() => this.send(smtp, mail)).catch((error: unknown) => this.failed(error));
    return true;
  }

  /** Mails that are under way may end. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    if (this.queue.size > 0) this.logger.warn({ waiting: this.queue.size }, 'mails are dropped');
    this.queue.clear();
    await Promise.race([this.queue.onIdle(), sleep(GOODBYE_MS, undefined, { ref: false })]);
    (await this.transport)?.close();
  }

  private async send(smtp: SmtpSettings, { to, ...content }: Mail): Promise<void> {
    const transport = await (this.transport ??= openTransport(smtp));
    // As parts: text would be parsed, and could be more than one address.
    await transport.sendMail({
      // It changes what it is given.
      from: { ...smtp.from },
      to: { name: '', address: to },
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...content,
    });
  }

  private failed(error: unknown): void {
    // Messages of mail servers repeat addresses.
    const { name: type, code, responseCode, command } = Object(error) as Record<string, unknown>;
    // It was dropped.
    if (type === 'AbortError') return;
    this.logger.warn({ type, code, responseCode, command }, 'a mail could not be sent');
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
