import { Readable } from 'node:stream';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type SendMailOptions, type SMTPPoolOptions } from 'nodemailer';
import { log } from '../common/log';
import { Config } from '../config';
import type { MailText } from './mail-text';
import { openSocket } from './smtp-socket';

const MINUTE_MS = 60_000;

/**
 * How long the server may be silent. RFC 5321, 4.5.3.2, asks for at least five minutes for the greeting and each command, three
 * for a block of data, and ten after the end of the data.
 */
const GREETING_MS = 5 * MINUTE_MS;
const SILENCE_MS = 10 * MINUTE_MS;

/** From the connection to the end of STARTTLS: the greeting, EHLO and STARTTLS with its handshake. */
const SETUP_MS = 4 * GREETING_MS;

/** All steps of one mail, for a server that is never silent for long and never done. */
const MAIL_MS = 60 * MINUTE_MS;

/** A connection without mails is closed before the network between forgets it: what is sent then gets no answer for minutes. */
const IDLE_MS = 10_000;

/** What else a mail is sent with. */
export interface Sending {
  /** Runs after the server has asked for the content, before the end of it is sent; when it throws, the mail is not sent. */
  readonly beforeEnd: () => Promise<void>;
  /** Ends the connection of this mail. */
  readonly signal: AbortSignal;
}

/** Sends mail through the SMTP server of `SMTP_URL`; over TLS, unless the server is this host or the setting says otherwise. */
@Injectable()
export class Mailer implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The mails that can be sent at once; others wait for a connection. */
  static readonly CONNECTIONS = 20;

  private readonly transport: ReturnType<typeof pooled> | undefined;
  private readonly domain: string;

  constructor(private readonly config: Config) {
    const { smtpUrl, mailTls } = config;
    if (smtpUrl) {
      const tls = { requireTLS: mailTls === 'demanded', ignoreTLS: mailTls === 'off' };
      this.transport = pooled(smtpUrl.split('?', 1)[0] as string, tls);
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
  async send(id: string, to: string, { subject, text, html }: MailText, { beforeEnd, signal }: Sending): Promise<void> {
    if (!this.transport) throw new Error('no SMTP_URL');
    const messageId = `<${id}@${this.domain}>`;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(MAIL_MS)]);
    const mail: WithEnd = {
      from: this.config.mailFrom,
      to,
      subject,
      text,
      html,
      messageId,
      signal: limited,
      beforeEnd,
    };
    await this.transport.sendMail(mail);
  }

  onApplicationShutdown(): void {
    this.transport?.close({ force: true });
  }
}

/** A mail as it passes through the mail library. */
interface WithEnd extends SendMailOptions {
  readonly beforeEnd: Sending['beforeEnd'];
}

/** Connections that are used again. The library sends a mail once more by itself only when nothing of its content was sent. */
function pooled(url: string, tls: { readonly requireTLS: boolean; readonly ignoreTLS: boolean }) {
  const options: SMTPPoolOptions = {
    url,
    ...tls,
    maxConnections: Mailer.CONNECTIONS,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: SETUP_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    getSocket: ({ host = 'localhost', port, secure }, done) => {
      openSocket(host, Number(port) || (secure ? 465 : 587)).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
  };
  const transport = createTransport({ ...options, pool: true });
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content) => {
      // Read on demand only: the end is reached once the server has asked for the content.
      return Readable.from(ending(content, (data as WithEnd).beforeEnd), { objectMode: false });
    });
    done();
  });
  return transport;
}

async function* ending(content: Readable, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* content as AsyncIterable<Buffer>;
  await beforeEnd();
}
