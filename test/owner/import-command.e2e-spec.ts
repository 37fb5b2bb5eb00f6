import { PHONE_PROBLEMS } from '../../src/leads/record/phone';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IGNORED_COLUMN } from '../../src/contract/import';
import type { LeadDetail } from '../../src/contract/lead';
import { progressOn } from '../../src/commands/imports';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { importCalls, lines } from '../support/import-calls';
import { forEachTest } from '../support/setup';
import { until } from '../support/waiting';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, run, count } = importCalls(test, partner);

describe('npm run import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const command = (args: string[], environment: Record<string, string>) => {
    const { OPERATOR_TOKEN: _, ...inherited } = process.env;
    const child = spawn(process.execPath, ['dist/src/import.js', ...args], {
      env: { ...inherited, PUBLIC_URL: test.url, DATA_DIR: folder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, output })),
    );
    return { child, ended, output: () => output };
  };

  it('sends, follows, reports; killed and run again it loses nothing', async () => {
    const file = join(folder, 'leads.csv');
    const phones = Array.from({ length: 150 }, () => nextPhone.mobile());
    writeFileSync(file, lines('phone,name', '123,Ana', ...phones.map((phone, index) => `${phone},B${index}`)));
    const operator = { OPERATOR_TOKEN };
    const isFollowing = ({ child, output }: ReturnType<typeof command>) =>
      until(() => output().includes('1 de 151 linhas') || child.exitCode !== null);
    const first = command([file, '--account', partner.accountId], operator);
    await isFollowing(first);
    first.child.kill('SIGKILL');
    const understood = [
      'Linhas no arquivo: 151, separadas por vírgula, em UTF-8.',
      '  phone → Telefone',
      '  name → Nome',
      'O que entra de cada campo:',
      `  Telefone: ${phones.slice(0, 3).join(' | ')} (linhas sem: 1 de 151)`,
      '  Nome: Ana | B0 | B1 (linhas sem: 0 de 151)',
      'Linhas que seriam recusadas: 1 de 151 conferidas.',
    ];
    expect(await first.ended).toEqual({ code: null, output: [...understood, '0 %  1 de 151 linhas', ''].join('\n') });

    const { token } = (await partner.staff.post<{ token: string }>('/owner-sessions')).data;
    const again = command([file], { ENTRADA_SESSION: token });
    await isFollowing(again);
    await run();
    const { code, output } = await again.ended;
    // The command polls twice a second, so the shown progress depends on the machine.
    const isBetween = (line: string) => /^[1-9]\d? % {2}\d+ de 151 linhas$/.test(line);
    expect([code, output.split('\n').filter((line) => !isBetween(line))]).toEqual([
      2,
      [
        ...understood,
        '0 %  1 de 151 linhas',
        '100 %  151 de 151 linhas',
        'Linhas: 151. Leads criados: 150. Atualizados: 0. Já importadas: 0. Recusadas: 1. Apagadas: 0.',
        `Linha 2 recusada: Telefone: ${PHONE_PROBLEMS.too_short}`,
        '',
      ],
    ]);
    expect([await count('imports'), await count('leads')]).toEqual([1, 150]);
  });

  it('says what is wrong: no credential, no file, a bad file', async () => {
    const file = join(folder, 'bad.csv');
    writeFileSync(file, lines('cidade', '1'));
    expect(await command([file], {}).ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('ENTRADA_SESSION') as string,
    });
    expect(await command([join(folder, 'nenhum.csv'), '--account', 'x'], { OPERATOR_TOKEN }).ended).toEqual({
      code: 1,
      output: `Não foi possível ler o arquivo ${join(folder, 'nenhum.csv')}: confira o nome e a pasta.\n`,
    });
    expect(await command([], { OPERATOR_TOKEN }).ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('Uso:') as string,
    });
    expect(await command([file, '--account', partner.accountId], { OPERATOR_TOKEN }).ended).toEqual({
      code: 1,
      output: expect.stringMatching(/\n {2}phone: não há coluna de telefone;[^\n]*\n$/) as string,
    });
  });

  it('takes what holds for all rows, a stage by its name, and ignores unknown columns with a list', async () => {
    const phone = nextPhone.mobile();
    const file = join(folder, 'sem-ddd.csv');
    writeFileSync(file, lines('Quem;Numero;Cidade', `Ana;${phone.slice(4)};Recife`, 'Bia;99;'));
    const { owner } = partner;
    const told = [
      ...[
        '--mapping',
        'name,phone,',
        '--area-code',
        phone.slice(2, 4),
        '--origin',
        'Rede social',
        '--stage',
        'em contato',
      ],
      ...['--tag', 'feira', '--tag', 'agosto', '--consent'],
    ];
    const checked = await command([file, '--account', partner.accountId, ...told, '--check'], { OPERATOR_TOKEN }).ended;
    expect(checked).toEqual({
      code: 0,
      output: [
        'Linhas no arquivo: 2, separadas por ponto e vírgula, em UTF-8.',
        '  Quem → Nome',
        '  Numero → Telefone',
        'O que entra de cada campo:',
        `  Telefone: ${phone} (linhas sem: 1 de 2)`,
        '  Nome: Ana | Bia (linhas sem: 0 de 2)',
        'Colunas ignoradas:',
        `  Cidade: ${IGNORED_COLUMN.unknown}`,
        'Linhas que seriam recusadas: 1 de 2 conferidas.',
        `Linha 3 seria recusada: Telefone: ${PHONE_PROBLEMS.too_short}`,
        '',
      ].join('\n'),
    });
    expect(await count('imports')).toBe(0);
    const following = command([file, '--account', partner.accountId, ...told], { OPERATOR_TOKEN });
    const running = setInterval(() => void run(), 200);
    expect((await following.ended.finally(() => clearInterval(running))).code).toBe(2);
    const [lead] = (await owner.get<LeadDetail[]>(`/leads?phone=${phone}`)).data;
    const stages = await partner.stages();
    expect(lead).toMatchObject({
      ...{
        name: 'Ana',
        origin: 'social',
        tags: ['agosto', 'feira'],
        consent: { key_id: expect.any(String) as string },
      },
      deals: [{ stage_id: stages['Em contato'] }],
    });
    const unknown = await command([file, '--account', partner.accountId, '--stage', 'Inventada'], { OPERATOR_TOKEN })
      .ended;
    expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('/ Em contato') as string });
  });

  it('asks before it leaves out a column of phones', async () => {
    const [own, mother] = [nextPhone.mobile(), nextPhone.mobile()];
    const file = join(folder, 'escola.csv');
    writeFileSync(file, lines('Nome;Telefone;Celular da mãe', `Ana;${own};${mother}`));
    const withOptions = async (...options: string[]) => {
      const following = command([file, '--account', partner.accountId, ...options], { OPERATOR_TOKEN });
      const running = setInterval(() => void run(), 200);
      return following.ended.finally(() => clearInterval(running));
    };
    const asked = await withOptions();
    expect(asked.code).toBe(1);
    expect(asked.output).toContain(`  Celular da mãe: ${IGNORED_COLUMN.others_phone}\n`);
    expect(asked.output).toContain('--yes');
    expect(await count('imports')).toBe(0);
    expect((await withOptions('--yes')).code).toBe(0);
    expect((await partner.owner.get<LeadDetail[]>('/leads')).data.map(({ phone }) => phone)).toEqual([own]);
  });

  it('moves a bar on a terminal, and writes a line for each tenth elsewhere', () => {
    const shownOn = (isTTY: boolean) => {
      const written: string[] = [];
      const progress = progressOn({ isTTY, write: (text: string) => written.push(text) });
      for (const pending of [200, 199, 150, 149, 0]) progress({ rows: 200, pending });
      return written;
    };
    expect(shownOn(true)).toEqual([
      `\r[${'░'.repeat(30)}] 0 %  0 de 200 linhas`,
      `\r[${'░'.repeat(30)}] 0 %  1 de 200 linhas`,
      `\r[${'█'.repeat(7)}${'░'.repeat(23)}] 25 %  50 de 200 linhas`,
      `\r[${'█'.repeat(7)}${'░'.repeat(23)}] 25 %  51 de 200 linhas`,
      `\r[${'█'.repeat(30)}] 100 %  200 de 200 linhas\n`,
    ]);
    expect(shownOn(false)).toEqual([
      '0 %  0 de 200 linhas\n',
      '25 %  50 de 200 linhas\n',
      '100 %  200 de 200 linhas\n',
    ]);
  });
});
