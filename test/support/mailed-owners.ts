import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { OutboxJob } from '../../src/notices/outbox.job';
import { appForAllTests } from './app';
import { MailServer } from './mail-server';
import { ownerCalls } from './owner-calls';

/** A service with a mail server, and owners who get its mails. */
export function mailedOwners() {
  const server = new MailServer();
  const test = appForAllTests(async () => {
    await server.open();
    return { SMTP_URL: server.url, MAIL_FROM: 'avisos@entrada.example', TRUST_PROXY: '1' };
  });
  // Mails of the files before would go out too.
  beforeAll(() => test.sql('delete from outbox'));
  afterAll(() => server.close());

  const sendMails = async () => {
    await test.app.get(SignInRequestsJob).run();
    await test.app.get(OutboxJob).deliverDue();
  };

  return {
    ...ownerCalls(test),
    test,
    mails: server.mails,
    sendMails,
    mailedToken: async (email: string): Promise<string> => {
      await sendMails();
      const mail = server.mails.filter(({ to }) => to === email).at(-1);
      return /#link=(\w+)/.exec(mail ? MailServer.text(mail) : '')?.[1] ?? '';
    },
  };
}
