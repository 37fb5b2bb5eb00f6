import { ApiError } from '../../common/api-error';

export const invalidFile = (message: string): ApiError => ApiError.invalid([{ field: 'body', message }]);

/** Writes a number for people: 20.000. */
export const written = (number: number): string => number.toLocaleString('pt-BR');
