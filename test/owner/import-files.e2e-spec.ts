import { PHONE_PROBLEMS } from '../../src/leads/record/phone';
import type { ImportPreview, ImportView } from '../../src/contract/import';
import type { LeadDetail } from '../../src/contract/lead';
import type { Metrics } from '../../src/contract/metrics';
import { appForAllTests } from '../support/app';
import { CSV, importCalls, lines } from '../support/import-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, send, run, reportOf, imported, count } = importCalls(test, partner);

const leadOf = async (phone: string) =>
  (await partner.owner.get<LeadDetail[]>(`/leads?phone=${encodeURIComponent(phone)}`)).data[0];
const preview = (file: string, query = '') =>
  partner.owner.with(CSV).post<ImportPreview>(`/imports/preview${query}`, file);
const refusedOf = (id: string, file: string) =>
  partner.owner.with(CSV).send('POST', `/imports/${id}/refused.csv`, file);

describe('a file of people who write Portuguese', () => {
  it('is read by its headers, with names of stages, reais, dates and origins', async () => {
    const [phone, other] = [nextPhone.mobile(), nextPhone.mobile()];
    const stage = await partner.stages();
    const file = lines(
      'Telefone;Nome completo;E-mail;Observações;Etiquetas;Valor;Etapa;Origem;Criado em;LGPD',
      `${phone};Ana;ana@example.com;Ligar à tarde;vip|novo;R$ 1.234,50;em contato;Indicação;23/11/2019 14:30;Sim`,
      `${other};Bia;;;;1.234;;;2020-01-02;não`,
    );
    const report = await imported(file, '?file_name=clientes%20da%20Ana.csv');
    expect(report).toMatchObject({ created: 2, refused: 0, reported_rows: [], file_name: 'clientes da Ana.csv' });
    expect(await leadOf(phone)).toMatchObject({
      name: 'Ana',
      email: 'ana@example.com',
      tags: ['novo', 'vip'],
      origin: 'referral',
      origin_rule: 'staff',
      created_at: '2019-11-23T17:30:00.000Z',
      deals: [{ stage_id: stage['Em contato'], value: 1234.5, created_at: '2019-11-23T17:30:00.000Z' }],
      consent: { key_id: report.id },
    });
    expect(await leadOf(other)).toMatchObject({
      origin: 'untracked',
      created_at: '2020-01-02T03:00:00.000Z',
      deals: [{ value: 1234, stage_id: stage.Novo }],
      consent: null,
    });
  });

  it('gives leads of the past ids of the past, days of the past, and an updated_at of today', async () => {
    const [past, now] = [nextPhone.mobile(), nextPhone.mobile()];
    const begun = Date.now();
    await imported(lines('telefone,data', `${now},`, `${past},31/12/2019 22:00`));
    const [lead, newer] = [await leadOf(past), await leadOf(now)];
    expect((lead?.id ?? '') < (newer?.id ?? '')).toBe(true);
    expect(parseInt(lead?.id.replace('-', '').slice(0, 12) ?? '', 16)).toBe(Date.parse('2020-01-01T01:00:00Z'));
    expect(Date.parse(lead?.updated_at ?? '')).toBeGreaterThan(begun - 60_000);
    const metrics = (await partner.owner.get<Metrics>('/metrics?from=2019-12-30&to=2020-01-02')).data;
    expect(metrics).toMatchObject({ leads: 1, daily: [{ date: '2019-12-31', leads: 1 }] });
    const synced = await partner.api.get<{ phone: string }[]>(
      `/leads?updated_since=${new Date(begun - 60_000).toISOString()}`,
    );
    expect(synced.data.map((one) => one.phone)).toContain(past);
  });

  it('changes neither the beginning nor the settled origin of a lead that is known', async () => {
    const [settled, open] = [nextPhone.mobile(), nextPhone.mobile()];
    await partner.api.post('/leads', { phone: settled, attribution: { utm_source: 'news' } });
    await partner.api.post('/leads', { phone: open });
    const before = [await leadOf(settled), await leadOf(open)];
    const file = lines('telefone,origem,data', `${settled},Direto,01/01/2020`, `${open},Direto,01/01/2020`);
    expect(await imported(file)).toMatchObject({ updated: 2, refused: 0 });
    const after = [await leadOf(settled), await leadOf(open)];
    expect(after.map((lead) => lead?.origin)).toEqual(['organic', 'direct']);
    expect(after.map((lead) => lead?.created_at)).toEqual(before.map((lead) => lead?.created_at));
    expect(after.map((lead) => lead?.id)).toEqual(before.map((lead) => lead?.id));
  });

  it('has what cannot be read left out by name; it refuses nobody', async () => {
    const phone = () => nextPhone.mobile();
    const { Ganho: won } = await partner.stages();
    const file = lines(
      'telefone,valor,data,etapa,origem',
      `${phone()},"1,234",,,`,
      `${phone()},,30/02/2020,,`,
      `${phone()},,01/01/2090,,`,
      `${phone()},,31/12/1969,,`,
      `${phone()},,,Inventada,`,
      `${phone()},,,Ganho,`,
      `${phone()},,,,Panfleto`,
      `${phone()},9999999999999,,,`,
      `${phone()},,,${won},`,
      `${phone()},,,0190a5c4-0000-7000-8000-000000000009,`,
    );
    const date =
      'deve ser uma data real, como 23/11/2026, 23/11/2026 14:30 ou 2026-11-23, de 1970 até agora; ficou de fora';
    const value = 'deve ser um valor em reais, como 1234,50 ou 1.234,50, até 999.999.999.999,99; ficou de fora';
    const report = await imported(file);
    expect(report).toMatchObject({ created: 8, refused: 2 });
    expect(
      report.reported_rows.map(({ row, result, fields }) => [
        row,
        result,
        ...fields.map((one) => [one.field, one.message]),
      ]),
    ).toEqual([
      [2, 'created', ['deal.value', value]],
      [3, 'created', ['created_at', date]],
      [4, 'created', ['created_at', date]],
      [5, 'created', ['created_at', date]],
      [6, 'created', ['deal.stage_id', 'não há etapa com este nome no funil; o negócio vai para a etapa de entrada']],
      [
        7,
        'created',
        ['deal.stage_id', 'a etapa é de ganho, que exige o fechamento do negócio; ele vai para a etapa de entrada'],
      ],
      [8, 'created', ['origin', 'não é uma origem conhecida; ficou de fora']],
      [9, 'created', ['deal.value', value]],
      [10, 'refused', ['deal.stage_id', 'A etapa de ganho exige o fechamento do negócio, que não é feito pela API.']],
      [11, 'refused', ['deal.stage_id', 'etapa não encontrada na conta']],
    ]);
  });

  it('loses nobody where a stage becomes won, or goes, while rows wait for it', async () => {
    const funnel = (
      await partner.owner.post<{ id: string; stages: { id: string }[] }>('/pipelines', {
        name: 'Feira',
        stages: [{ name: 'Chegou', is_entry: true }, { name: 'Voltou' }, { name: 'Sumiu' }],
      })
    ).data;
    const [, back, gone] = funnel.stages.map(({ id }) => id);
    const file = lines('telefone;etapa;valor', `${nextPhone.mobile()};Voltou;10`, `${nextPhone.mobile()};${gone};20`);
    const { id } = (await send(file)).data;
    await partner.owner.patch(`/stages/${back}`, { is_won: true });
    await partner.owner.delete(`/stages/${gone}`);
    await run();
    const report = await reportOf(id);
    expect(report).toMatchObject({ created: 2, refused: 0 });
    expect(report.reported_rows.map(({ row, fields }) => [row, fields.map(({ field }) => field)])).toEqual([
      [2, ['deal.stage_id']],
      [3, ['deal.stage_id']],
    ]);
    const { Novo } = await partner.stages();
    const leads = (await partner.api.get<{ deals: { stage_id: string; value: number }[] }[]>('/leads')).data;
    expect(leads.flatMap(({ deals }) => deals.map(({ stage_id, value }) => [stage_id, value])).sort()).toEqual([
      [Novo, 10],
      [Novo, 20],
    ]);
  });
});

describe('a mapping', () => {
  it('says what each column holds, whatever the header says', async () => {
    const phone = nextPhone.mobile();
    const file = lines('Cidade,Pessoa,Contato,phone', `Recife,Ana,${phone},x`);
    const report = await imported(file, '?mapping=tags,name,phone,');
    expect([report.created, report.file_name]).toEqual([1, null]);
    expect(await leadOf(phone)).toMatchObject({ name: 'Ana', tags: ['Recife'] });
  });

  it.each([
    ['mapping=name', ['mapping']],
    ['mapping=', ['mapping']],
    ['mapping=phone&mapping=phone', ['mapping']],
    [`mapping=${'phone,'.repeat(500)}`, ['mapping']],
    ['file_name=', ['file_name']],
    [`file_name=${'x'.repeat(256)}`, ['file_name']],
    ['file_name=a%00', ['file_name']],
    ['x=1', ['x']],
  ])('%s is refused, and nothing is stored', async (query, fields) => {
    const answer = await send(lines('a', '1'), partner, `?${query}`);
    expect([answer.status, answer.fields]).toEqual([422, fields]);
    expect(await count('imports')).toBe(0);
  });
});

describe('a preview', () => {
  it('tells the columns, and how the first ten rows would be read; it stores nothing', async () => {
    const phone = nextPhone.mobile();
    const file = lines(
      'Celular;Nome;Cidade;Valor;Data;Etapa;Origem',
      `(${phone.slice(2, 4)}) ${phone.slice(4)};Ana;Recife;1.234,50;23/11/2019;em contato;Direto`,
      `${phone};Bia;;mil;ontem;Ganho;Panfleto`,
      ...Array.from({ length: 10 }, () => '123;;;;;;'),
    );
    const { data, status } = await preview(file);
    expect([status, data.rows, data.checked, data.refused, data.sample.length]).toEqual([200, 12, 12, 10, 10]);
    expect(data.columns.map(({ header, field }) => `${header}=${field}`)).toEqual([
      'Celular=phone',
      'Nome=name',
      'Cidade=null',
      'Valor=deal.value',
      'Data=created_at',
      'Etapa=deal.stage_id',
      'Origem=origin',
    ]);
    expect(data.sample[0]).toMatchObject({
      row: 2,
      cells: [expect.any(String), 'Ana', 'Recife', '1.234,50', '23/11/2019', 'em contato', 'Direto'],
      values: [phone, 'Ana', null, '1234.5', '2019-11-23T03:00:00.000Z', 'Em contato', 'direct'],
      refused: false,
      fields: [],
    });
    expect(data.sample[1]).toMatchObject({
      refused: false,
      values: [phone, 'Bia', null, 'mil', 'ontem', 'Ganho', 'Panfleto'],
    });
    expect(data.sample[1]?.fields.map(({ field }) => field)).toEqual([
      'deal.stage_id',
      'origin',
      'created_at',
      'deal.value',
    ]);
    expect(data.sample[2]?.fields.map(({ field }) => field)).toEqual(['phone']);
    expect([await count('imports'), await count('import_rows'), await count('conversations')]).toEqual([0, 0, 0]);
  });

  it('agrees with the import, row by row', async () => {
    const phone = () => nextPhone.mobile();
    const rows = [
      ...[
        `${phone()},1,,Ganho,`,
        `${phone()},"1,234",,,`,
        `${phone()},,ontem,,`,
        `${phone()},,,Novo,Panfleto`,
        'x,,,,',
      ],
      ...[`${phone()},,,Inventada,`, `${phone()},,,,,sobra`, `${phone()},,,,Direto`],
    ];
    const file = lines('telefone,valor,data,etapa,origem', ...rows);
    const { sample } = (await preview(file)).data;
    const { reported_rows: reported } = await imported(file);
    const told = sample.filter(({ fields }) => fields.length > 0);
    expect(told.map(({ row, refused, fields }) => [row, refused, fields])).toEqual(
      reported.map(({ row, result, fields }) => [row, result === 'refused', fields]),
    );
    expect(told).toHaveLength(7);
  });

  it('of a header without a phone says what it knows; with a mapping it is as strict as the import', async () => {
    const file = lines('Pessoa,Contato', `Ana,${nextPhone.mobile()}`);
    expect((await preview(file)).data.columns).toEqual([
      { header: 'Pessoa', field: null, guessed: false },
      { header: 'Contato', field: null, guessed: false },
    ]);
    expect((await preview(file, '?mapping=name,')).fields).toEqual(['mapping']);
    expect((await preview(file, '?mapping=name,phone')).data).toMatchObject({ refused: 0, rows: 1 });
    expect((await preview('a\n')).fields).toEqual(['body']);
    expect((await preview(file, '?file_name=x')).fields).toEqual(['file_name']);
  });

  it('checks the first thousand rows', async () => {
    const file = lines('telefone', ...Array.from({ length: 1_001 }, () => '1'));
    expect((await preview(file)).data).toMatchObject({ rows: 1_001, checked: 1_000, refused: 1_000 });
  });
});

describe('the refused rows', () => {
  it('come as a file with their reasons, from the same file only; corrected, it is imported as it is', async () => {
    const [phone, next] = [nextPhone.mobile(), nextPhone.mobile()];
    const file = lines('Nome,Telefone,Valor', `Ana,${phone},1`, '=Bia,123,2', `Caio,${next.slice(4)},"1,5"`);
    const report = await imported(file);
    const answer = await refusedOf(report.id, file);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="recusadas.csv"',
    ]);
    expect(answer.text.split('\r\n')).toEqual([
      'Nome;Telefone;Valor;motivo',
      `'=Bia;123;2;"Telefone: ${PHONE_PROBLEMS.too_short}"`,
      `Caio;${next.slice(4)};"1,5";"Telefone: ${PHONE_PROBLEMS.no_area_code}"`,
      '',
    ]);
    const corrected = await imported(answer.text.replace(next.slice(4), `'+${next}`));
    expect(corrected).toMatchObject({ rows: 2, created: 1, refused: 1 });
    expect(await leadOf(`+${next}`)).toMatchObject({ name: 'Caio', deals: [{ value: 1.5 }] });

    expect((await refusedOf(report.id, `${file}\r\n`)).fields).toEqual(['body']);
    const other = await test.partner('leads:read');
    const stolen = await other.owner.with(CSV).send('POST', `/imports/${report.id}/refused.csv`, file);
    expect(stolen.error.code).toBe('not_found');
  });

  it('are kept nowhere, so there is nothing of them to erase', async () => {
    await imported(lines('telefone,nome', '123,Canário'));
    const kept = await partner.sql<{ text: string }>('select r::text as text from import_rows r where account_id = $1');
    expect(kept.map(({ text }) => text).join()).not.toContain('Can');
  });
});

it('the names of files are in the list of imports', async () => {
  const { id } = (await send(lines('phone', nextPhone.mobile()), partner, '?file_name=a.csv')).data;
  await run();
  expect((await partner.owner.get<ImportView[]>('/imports')).data).toMatchObject([{ id, file_name: 'a.csv' }]);
});
