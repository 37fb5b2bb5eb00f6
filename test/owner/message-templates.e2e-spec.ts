import type { AccountWithSettings } from '../../src/contract/account';
import type { AuditEntry } from '../../src/contract/audit';
import { MAX_MESSAGE_TEMPLATES, MAX_TEMPLATE_NAME, MAX_TEMPLATE_TEXT } from '../../src/contract/limits';
import type { Me } from '../../src/contract/members/member';
import type { MessageTemplate } from '../../src/contract/message-template';
import { appForAllTests } from '../support/app';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stranger = forEachTest(() => test.partner());
const { join } = memberCalls(test);

const HELLO: MessageTemplate = { name: 'Primeiro contato', text: 'Oi {nome} 👋\nAqui é {vendedor}, da {conta}.' };

const set = (message_templates: unknown, api = partner.owner) =>
  api.patch<AccountWithSettings>('/account', { message_templates });
const read = async (api = partner.owner) => (await api.get<AccountWithSettings>('/account')).data.message_templates;

describe('the message templates of an account', () => {
  it('are none at first; the owner replaces them, every member reads them, other accounts do not', async () => {
    expect(await read()).toEqual([]);
    expect((await partner.owner.get<Me>('/me')).data).not.toHaveProperty('message_templates');
    const { status, data } = await set([{ name: ' Primeiro contato ', text: `\n${HELLO.text}  ` }]);
    expect([status, data.message_templates]).toEqual([200, [HELLO]]);
    for (const role of ['manager', 'seller'] as const) {
      const { api } = await join(partner, role);
      expect(await read(api)).toEqual([HELLO]);
      expect((await api.get<Me>('/me')).data.message_templates).toEqual([HELLO]);
      expect((await set([], api)).error.code).toBe('forbidden');
    }
    expect(await read(stranger.owner)).toEqual([]);
    expect((await set([])).data.message_templates).toEqual([]);
  });

  it('have names and texts as long as they may be', async () => {
    const most = times(MAX_MESSAGE_TEMPLATES, (n) => ({
      name: `${n}${'😀'.repeat(MAX_TEMPLATE_NAME - 1)}`,
      text: `${n}${'😀'.repeat(MAX_TEMPLATE_TEXT - 1)}`,
    }));
    expect((await set(most)).data.message_templates).toEqual(most);
    expect(await read()).toEqual(most);
  });

  it.each([
    ['a foreign word in braces', [{ ...HELLO, text: 'Oi {foo}, {Nome}' }], 'message_templates.0.text'],
    ['a longer text', [HELLO, { ...HELLO, text: 'x'.repeat(MAX_TEMPLATE_TEXT + 1) }], 'message_templates.1.text'],
    ['a longer name', [{ ...HELLO, name: 'x'.repeat(MAX_TEMPLATE_NAME + 1) }], 'message_templates.0.name'],
    ['a name of two lines', [{ ...HELLO, name: 'a\nb' }], 'message_templates.0.name'],
    ['no text', [{ name: 'Oi', text: ' \n ' }], 'message_templates.0.text'],
    ['a text that is none', [{ name: 'Oi', text: { foo: '{foo}' } }], 'message_templates.0.text'],
    ['a control character', [{ ...HELLO, text: 'a\u0000b' }], 'message_templates.0.text'],
    ['one too many', times(MAX_MESSAGE_TEMPLATES + 1, () => HELLO), 'message_templates'],
    ['no list', HELLO, 'message_templates'],
    ['null', null, 'message_templates'],
    ['a text in place of an object', ['Oi'], 'message_templates.0'],
  ])('are refused with %s', async (_, templates, field) => {
    await set([HELLO]);
    const { status, error } = await set(templates);
    expect([status, error.details?.fields?.map((one) => one.field)]).toEqual([422, [field]]);
    expect(await read()).toEqual([HELLO]);
  });

  it('name what a text may not have in braces', async () => {
    const { error } = await set([{ ...HELLO, text: 'Oi {foo}, {Nome}' }]);
    expect(error.details?.fields?.[0]?.message).toBe(
      'tem {foo}, {Nome}; entre chaves pode haver só {nome}, {conta}, {vendedor}',
    );
  });

  it('are in the audit trail once for each change, without their texts', async () => {
    for (const _ of ['once', 'again']) await set([{ name: 'canario', text: 'canario' }]);
    const { data } = await partner.owner.get<AuditEntry[]>('/audit');
    expect(data.map(({ action }) => action).filter((action) => action === 'account.changed')).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain('canario');
  });
});
