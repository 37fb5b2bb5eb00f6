import { Must, Optional } from './fields';
import { ruled, type Schema } from '../../contract/document/json-schema';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits';

const isLimit = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PAGE_SIZE;

const LIMIT: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  ...ruled('A page may have fewer and still a `next_cursor`: only null ends the list.'),
};
const CURSOR: Schema = {
  type: 'string',
  minLength: 1,
  ...ruled('The `next_cursor` of the page before, with the same filters.'),
};

export const IsLimit = (): PropertyDecorator => (target, property) => {
  Must(isLimit, `deve ser um número inteiro de 1 a ${MAX_PAGE_SIZE}`, LIMIT)(target, property);
  Optional()(target, property);
};

export const IsCursor = (): PropertyDecorator => (target, property) => {
  Must((value) => typeof value === 'string' && value !== '', 'cursor inválido', CURSOR)(target, property);
  Optional()(target, property);
};

export class PageQuery {
  @IsLimit() limit?: string;
  @IsCursor() cursor?: string;
}

export const pageSize = ({ limit }: PageQuery): number => (limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit));
