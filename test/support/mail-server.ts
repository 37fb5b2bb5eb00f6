import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly raw: string;
  readonly messageId: string;
  readonly isEncrypted: boolean;
}

export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Refuses every n-th mail with 451; 0 refuses none. */
  refuseEvery = 0;
  /** Offers STARTTLS with a self-signed certificate. */
  offersTls = false;
  /** The certificate and key for STARTTLS in PEM; may change while the server runs. */
  set certificate(files: { readonly key: string; readonly cert: string }) {
    this.server?.updateSecureContext(files);
  }
  whileReceiving: () => Promise<void> = () => Promise.resolve();
  private received = 0;
  private server: SMTPServer | undefined;
  port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: this.offersTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
      logger: false,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.received++;
          if (this.refuseEvery > 0 && this.received % this.refuseEvery === 0) {
            return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
          }
          const raw = Buffer.concat(chunks).toString('utf8');
          const to = session.envelope.rcptTo[0]?.address ?? '';
          const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '';
          this.whileReceiving().then(() => {
            this.mails.push({ to, raw, messageId, isEncrypted: session.secure });
            done();
          }, done);
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()));
    this.server = server;
    this.port = (server.server.address() as { port: number }).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  static text({ raw }: ReceivedMail): string {
    const unfolded = raw.replace(/=\r\n/g, '');
    const bytes = unfolded.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }
}
