import { ApiError } from '../../common/api-error';

/** 422 for a file that cannot be imported at all. */
export const invalidFile = (message: string): ApiError => ApiError.invalid([{ field: 'body', message }]);

/** A number as people write it: 20.000. */
export const written = (number: number): string => number.toLocaleString('pt-BR');
