import { Must } from './fields';

/** A whole number from `min` to `max`. */
export const IsWhole = ({ min, max }: { min: number; max: number }): PropertyDecorator =>
  Must(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `deve ser um número inteiro de ${min} a ${max}`,
    { type: 'integer', minimum: min, maximum: max },
  );
