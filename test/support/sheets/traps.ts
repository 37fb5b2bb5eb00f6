import { completeWriter, mobileNumber } from './numbers';
import { type Column, type Draft, eachRow, ignored } from './sheet';

/** Columns about phones that are no phone of a person. */
const THINGS: readonly (readonly [header: string, ...cells: string[]])[] = [
  ['WhatsApp verificado', 'Sim', 'Não'],
  ['Status do WhatsApp', 'enviado', 'lido', 'falhou'],
  ['Modelo do celular', 'iPhone 13', 'Galaxy S22'],
  ['Link do grupo WhatsApp', 'https://chat.whatsapp.com/AbCdEfGhIjK'],
  ['Telefone verificado', 'true', 'false'],
  ['Operadora do celular', 'Vivo', 'Claro'],
  ['Melhor horário para contato', 'manhã', 'tarde'],
  ['Phone verified', 'yes', 'no'],
];

const LINES = [
  'Canal WhatsApp',
  'WhatsApp conectado',
  'Instância WhatsApp',
  'Nosso WhatsApp',
  'Chip WhatsApp',
  'Tracking phone number',
  'Telefone da filial',
];
const FAXES = ['Fax', 'Fax comercial', 'Home Fax'];

function thing({ random, rows }: Draft): Column {
  const [header, ...cells] = random.pick(THINGS);
  return ignored(
    header,
    eachRow(rows, () => random.pick(cells)),
  );
}

function line({ random, rows }: Draft): Column {
  const cell = completeWriter(random)(mobileNumber(random));
  return ignored(
    random.pick(LINES),
    eachRow(rows, () => cell),
  );
}

function fax({ random, rows }: Draft): Column {
  const written = completeWriter(random);
  return ignored(
    random.pick(FAXES),
    eachRow(rows, () => (random.chance(0.7) ? written(mobileNumber(random)) : '')),
  );
}

/** Up to two columns that must be ignored. */
export const trapsOf = (draft: Draft): Column[] =>
  draft.random
    .shuffled([thing, line, fax, thing])
    .slice(0, draft.random.int(0, 2))
    .map((trap) => trap(draft));
