import 'reflect-metadata';
import type { ArgumentMetadata } from '@nestjs/common';
import { ApiError } from '../api-error';
import { IsString, Nested, NestedList, Optional } from './fields';
import { InputPipe } from './input.pipe';
import { listHint } from './list-hint';

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
