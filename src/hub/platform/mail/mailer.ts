import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import PQueue from 'p-queue';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { Meters, type Backlog } from '../../../common/operation/meters.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { SmtpSettings } from '../../../config/mail.js';

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
 * Sends mails in the background: callers neither wait for a mail nor learn whether it arrived. The queue and the time
 * for each mail are bounded. Queued mails are lost when the process exits.
 */
@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly queue = new PQueue({ concurrency: MAX_AT_ONCE, timeout: MAIL_TIMEOUT_MS });
  private transport: Promise<Transporter> | undefined;
  private isClosed = false;
  /** Mails that are not sent yet, with the time; the oldest is first. */
  private readonly unsent = new Map<Mail, number>();
  private readonly full: RepeatedFailures;
  private readonly failures: RepeatedFailures;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    meters: Meters,
  ) {
    meters.queue('mails', () => Promise.resolve(this.backlog));
    this.full = new RepeatedFailures(logger, { what: 'mails are dropped', then: 'too many are waiting' });
    this.failures = new RepeatedFailures(logger, { what: 'mails cannot be sent' });
  }

  /** Queues a mail; false without a mail server or if the queue is full. */
  post(mail: Mail): boolean {
    const { smtp } = this.config;
    if (smtp === undefined || this.isClosed) return false;
    if (this.queue.size >= MAX_WAITING) {
      this.full.failed({ waiting: MAX_WAITING });
      return false;
    }
    this.full.worked();
    this.unsent.set(mail, performance.now());
    this.queue
      .add(() => this.send(smtp, mail))
      .finally(() => this.unsent.delete(mail))
      .then(
        () => this.failures.worked(),
        (error: unknown) => this.failed(error),
      );
    return true;
  }

  private get backlog(): Backlog {
    const [first] = this.unsent.values();
    const oldestSeconds = first === undefined ? 0 : (performance.now() - first) / 1000;
    return { waiting: this.unsent.size, oldestSeconds, overdueSeconds: oldestSeconds };
  }

  /** Drops queued mails and waits for those being sent. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    if (this.queue.size > 0) this.logger.warn({ waiting: this.queue.size }, 'mails are dropped');
    this.queue.clear();
    await Promise.race([this.queue.onIdle(), sleep(GOODBYE_MS, undefined, { ref: false })]);
    (await this.transport)?.close();
  }

  private async send(smtp: SmtpSettings, { to, ...content }: Mail): Promise<void> {
    const transport = await (this.transport ??= openTransport(smtp));
    // As an object: a string would be parsed, and could contain several addresses.
    await transport.sendMail({
      // A copy, because the library changes it.
      from: { ...smtp.from },
      to: { name: '', address: to },
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...content,
    });
  }

  private failed(error: unknown): void {
    // Error messages of mail servers contain addresses.
    const { name: type, code, responseCode, command } = Object(error) as Record<string, unknown>;
    // Dropped at shutdown.
    if (type === 'AbortError') return;
    const fields = { type, code, responseCode, command };
    // The server has refused this mail or its address, which says nothing about others.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') this.logger.warn(fields, 'a mail could not be sent');
    else this.failures.failed(fields);
  }
}

/** Loads the library only if a mail server is configured. */
async function openTransport({ host, port, secure, username, password }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure,
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    // Never send a password over an unencrypted connection.
    requireTLS: username !== undefined,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
