import { Readable } from 'node:stream';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type SendMailOptions, type SMTPPoolOptions } from 'nodemailer';
import { log } from '../common/process/log';
import { Config } from '../config/config';
import type { MailText } from '../accounts/mails/mails';
import { HOUR_MS, MINUTE_MS } from '../contract/durations';
import { connect, type Socket } from 'node:net';

/**
 * Longest silence of the server. RFC 5321, 4.5.3.2, asks for at least five minutes for the greeting and each command, three for a block
 * of data, and ten after the end of the data.
 */
const GREETING_MS = 5 * MINUTE_MS;
const SILENCE_MS = 10 * MINUTE_MS;

/** From the connection to the end of STARTTLS: the greeting, EHLO and STARTTLS with its handshake. */
const SETUP_MS = 4 * GREETING_MS;

/** All steps of one mail, for a server that answers often but never completes. */
const MAIL_MS = HOUR_MS;

/** Closes an idle connection before a network device forgets it; a later mail would get no answer for minutes. */
const IDLE_MS = 10_000;

interface Sending {
  /** Runs before the end of the content is sent; a throw stops the mail. */
  readonly beforeEnd: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Sends mail through the SMTP server of `SMTP_URL`; over TLS, unless the server is this host or the setting says otherwise. */
@Injectable()
export class Mailer implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Mails that can be sent at once; others wait for a connection. */
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

  /** Sends one mail. Its Message-ID comes from `id`, so that mail programs recognise a duplicate. */
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

interface WithEnd extends SendMailOptions {
  readonly beforeEnd: Sending['beforeEnd'];
}

/** Pooled connections. The library resends a mail only when nothing of its content was sent. */
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
      // Read on demand: its end is reached after the server has asked for the content.
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

/** Milliseconds in which one address of a host must accept a connection, and all of them together. */
const ADDRESS_MS = 5_000;
const CONNECT_MS = 30_000;

/** Connects to a mail server. An address that accepts no connection is given up after seconds, so that the next one follows soon. */
function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, autoSelectFamilyAttemptTimeout: ADDRESS_MS });
    const giveUp = (): void => {
      socket.destroy(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', hostname: host }));
    };
    socket.setTimeout(CONNECT_MS, giveUp);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0, giveUp);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
