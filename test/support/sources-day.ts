import type { NewSourceView } from '../../src/contract/source';
import { DeliveriesJob } from '../../src/sources/deliveries.job';
import { formCalls, hiddenIn } from './form-visitor';
import { ok } from './http-client';
import { sourceCalls } from './source-calls';
import type { Callers } from './day-callers';

/** Calls of an owner about sources, and of tools and visitors that send to them. */
export async function sourcesDay(callers: Callers): Promise<void> {
  const { test, partner } = callers;
  const stage = await partner.stages();
  const { create } = sourceCalls(test, partner);
  const source = await create({ defaults: { tags: ['comum'], stage_id: stage.Novo } });
  await ok(partner.owner.get('/sources'));
  await ok(partner.owner.get(`/sources/${source.id}`));
  await ok(partner.owner.post(`/sources/${source.id}/test`));
  await webhooksDay(callers, source);
  await heldDeliveries(callers, source);
  await formsDay(callers);
  await eraseOne(callers, source);
  await ok(partner.owner.post(`/sources/${source.id}/address`, { ends_in_hours: 1 }));
  await ok(partner.owner.delete(`/sources/${source.id}`));
  await partner.sql(
    `update deliveries set settled_at = '2024-01-01' where account_id = $1 and source_id = $2 and settled_at is not null`,
    source.id,
  );
}

async function webhooksDay({ test, partner, nextPhone }: Callers, source: NewSourceView): Promise<void> {
  const { send, here } = sourceCalls(test, partner);
  await fetch(here(source.address));
  const body = { telefone: nextPhone.mobile(), nome: 'Ana', mensagem: 'Bom dia', 'Aceito ser contatado': 'sim' };
  await send(source, body);
  await send(source, body);
  await send(source, { ...body, mensagem: 'Boa tarde' });
  await send(source, { leads: [{ telefone: nextPhone.mobile() }, { telefone: nextPhone.mobile() }] });
  await send(source, 'x');
  expect((await send({ address: source.address.replace(/.{8}$/, 'AAAAAAAA') }, body)).status).toBe(404);
}

async function heldDeliveries({ test, partner, nextPhone }: Callers, source: NewSourceView): Promise<void> {
  const { owner } = partner;
  const { send, latest, readAgain, dismiss } = sourceCalls(test, partner);
  const held = async () => {
    await send(source, { campo_9: nextPhone.mobile(), responsavel: 'Ana' });
    return latest(source.id);
  };
  const [first, second] = [await held(), await held()];
  const path = first.fields.find(({ value }) => /^\d{10,}$/.test(value))?.path;
  await ok(owner.get('/deliveries?result=held'));
  await ok(owner.get(`/deliveries/${first.id}`));
  await dismiss(first.id);
  const mapping = [
    { path, field: 'phone' },
    { path: 'responsavel', field: 'responsible' },
  ];
  await ok(owner.patch(`/sources/${source.id}`, { name: 'Site', mapping }));
  await held();
  await readAgain(second.id);
  await test.app.get(DeliveriesJob).run();
}

async function eraseOne({ test, partner, nextPhone }: Callers, source: NewSourceView): Promise<void> {
  const { send } = sourceCalls(test, partner);
  const phone = nextPhone.mobile();
  await send(source, { telefone: phone });
  await send(source, { mensagem: `Ligue para ${phone}` });
  await ok(partner.owner.post('/people/export', { phone }));
  await ok(partner.owner.post('/people/erase', { phone }));
}

async function formsDay({ test, partner, nextPhone }: Callers): Promise<void> {
  const { create, send } = formCalls(test, partner);
  const form = await create();
  const page = await (await fetch(test.url + form.path)).text();
  await send(form, { phone: nextPhone.mobile() });
  await send(form, { ...hiddenIn(page), token: 'x', phone: nextPhone.mobile() });
  await ok(partner.owner.delete(`/sources/${form.id}`));
}
