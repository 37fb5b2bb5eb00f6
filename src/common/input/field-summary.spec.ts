import 'reflect-metadata';
import { fieldSummary, listHint } from './field-summary';
import type { ArgumentMetadata } from '@nestjs/common';
import { ApiError } from '../api-error';
import { IsString, Nested, NestedList, Optional } from './fields';
import { InputPipe } from './input.pipe';

const reason = 'deve ser um texto';
const bad = (...fields: string[]) => fields.map((field) => ({ field, message: reason }));

it.each([
  ['one bad field', bad('name'), 'Campo name: deve ser um texto.'],
  ['a field of a part', bad('deal.stage_id'), 'Campo deal.stage_id: deve ser um texto.'],
  ['two bad fields', bad('name', 'email'), 'Campo name: deve ser um texto. Há mais 1 campo inválido (details.fields).'],
  [
    'several bad fields',
    bad('name', 'email', 'tags'),
    'Campo name: deve ser um texto. Há mais 2 campos inválidos (details.fields).',
  ],
  ['the whole body', bad('body'), 'Corpo da requisição: deve ser um texto.'],
  ['a reason that is a sentence', [{ field: 'body', message: 'É demais.' }], 'Corpo da requisição: É demais.'],
  ['a name with accents', bad('ação'), 'Campo ação: deve ser um texto.'],
  ['a name with line breaks and NUL', bad('a\nb\0c\u2028d'), 'Campo a b c d: deve ser um texto.'],
  ['a name with half a character', bad('a\ud83d'), 'Campo a: deve ser um texto.'],
  ['a name of nothing', bad(''), 'Campo (sem nome): deve ser um texto.'],
  ['a name of blanks', bad(' \u200b'), 'Campo (sem nome): deve ser um texto.'],
  ['a name as long as may be shown', bad('x'.repeat(60)), `Campo ${'x'.repeat(60)}: deve ser um texto.`],
  ['a longer name', bad('x'.repeat(61)), `Campo ${'x'.repeat(60)}…: deve ser um texto.`],
  ['a name of emoji', bad('😀'.repeat(9_000)), `Campo ${'😀'.repeat(60)}…: deve ser um texto.`],
  ['no field', [], 'Há campos ou parâmetros inválidos.'],
])('%s', (_, fields, message) => expect(fieldSummary(fields)).toBe(message));

describe('the hint at a list', () => {
  class DealDto {
    @Optional() @IsString() stage_id?: string;
  }

  class BodyDto {
    @Optional() @Nested(() => DealDto) deal?: DealDto;
    @Optional() @NestedList(() => DealDto, { max: 2 }) deals?: DealDto[];
  }

  it.each([
    [
      'an empty list',
      [],
      ', e não uma lista vazia ([]): em PHP, um array vazio vira []; use (object) [] ou não envie o campo',
    ],
    ['a list', [1], ', e não uma lista'],
    ['an object', {}, ''],
    ['a text', 'a', ''],
  ])('%s has its hint', (_, value, hint) => expect(listHint(value)).toBe(hint));

  function reasonOf(body: unknown): string | undefined {
    try {
      new InputPipe().transform(body, { type: 'body', metatype: BodyDto } as ArgumentMetadata);
    } catch (error) {
      const fields = error instanceof ApiError ? error.details?.fields : undefined;
      expect(fields).toHaveLength(1);
      return fields?.[0]?.message;
    }
    return undefined;
  }

  it.each([
    ['an empty list, as PHP makes of an empty array', { deal: [] }, /PHP.*\(object\) \[\]/],
    ['a list', { deal: [{ stage_id: 'a' }] }, /^deve ser um objeto, e não uma lista$/],
    ['a text', { deal: 'a' }, /^deve ser um objeto$/],
    ['an item of a list that is none', { deals: [1] }, /^deve ser um objeto$/],
    ['a list of leads in one call', [{ deal: {} }], /^deve ser um objeto JSON, e não uma lista$/],
    ['an empty list as the body', [], /PHP/],
    ['JSON inside a text', '{"deal":{}}', /codificado duas vezes/],
    ['a number as the body', 1, /^deve ser um objeto JSON$/],
  ])('%s is refused with what to do', (_, body, message) => expect(reasonOf(body)).toMatch(message));

  it('a list where one belongs has no hint', () => expect(reasonOf({ deals: [] })).toBeUndefined());
});
