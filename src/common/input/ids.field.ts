import { SENT_ID } from '../../contract/document/json-schema';
import { IsList } from './list.field';

/** A list of ids, each a text; an invalid one behaves like an unknown one. */
export const IsIds = (size: { min?: number; max: number }): PropertyDecorator =>
  IsList({
    ...size,
    item: {
      isValid: (id) => typeof id === 'string',
      message: 'deve ser um texto',
      itemSchema: { type: 'string', ...SENT_ID },
    },
  });
