import { SignInRequestsService } from '../../src/auth/sign-in-requests.service';
import { OutboxWorker } from '../../src/notices/outbox.worker';
import { appForAllTests } from './app';
import { MailServer } from './mail-server';
import { ownerCalls } from './owner-calls';

/** A service with a mail server, and the owners who get its mails. */
export function mailedOwners() {
  const server = new MailServer();
  const test = appForAllTests(async () => {
    await server.open();
    return { SMTP_URL: server.url, MAIL_FROM: 'avisos@entrada.example', TRUST_PROXY: '1' };
  });
  afterAll(() => server.close());

  const sendMails = async () => {
    await test.app.get(SignInRequestsService).run();
    await test.app.get(OutboxWorker).deliverDue();
  };

  return {
    ...ownerCalls(test),
    test,
    mails: server.mails,
    sendMails,
    /** The token of the newest link that was mailed to the address. */
    mailedToken: async (email: string): Promise<string> => {
      await sendMails();
      const mail = server.mails.filter(({ to }) => to === email).at(-1);
      return /#link=(\w+)/.exec(mail ? MailServer.text(mail) : '')?.[1] ?? '';
    },
  };
}
