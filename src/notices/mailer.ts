import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { log } from '../common/log';
import { Config } from '../config';
import type { MailText } from './mail-text';

const TIMEOUT_MS = 5_000;

/** Sends mail through the SMTP server of `SMTP_URL`; over TLS, unless the server is this host or the setting says otherwise. */
@Injectable()
export class Mailer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly transport: Transporter | undefined;
  private readonly domain: string;

  constructor(private readonly config: Config) {
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
    };
    const { smtpUrl, mailTls } = config;
    if (smtpUrl) {
      const tls = { requireTLS: mailTls === 'demanded', ignoreTLS: mailTls === 'off' };
      this.transport = createTransport({ url: smtpUrl.split('?', 1)[0], pool: true, ...tls, ...timeouts });
    }
    this.domain = /@([^>\s]+)/.exec(config.mailFrom ?? '')?.[1] ?? 'entrada.invalid';
  }

  onApplicationBootstrap(): void {
    if (this.config.mailTls === 'off') log.warn('mails leave unencrypted: SMTP_URL says tls=off');
  }

  /** False without `SMTP_URL`: mails then stay in the outbox. */
  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /** Sends one mail. Its Message-ID is made from `id`: when a mail is sent twice, mail programs see that it is the same. */
  async send(id: string, to: string, { subject, text, html }: MailText): Promise<void> {
    if (!this.transport) throw new Error('no SMTP_URL');
    const messageId = `<${id}@${this.domain}>`;
    await this.transport.sendMail({ from: this.config.mailFrom, to, subject, text, html, messageId });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
