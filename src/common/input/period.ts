import { ApiError } from '../api-error';

/** Throws 422 for a period that ends before it begins; ends are Brasília days, open where absent. */
export function refuseInverted({ from, to }: { readonly from?: string; readonly to?: string }, field = 'from'): void {
  if (from && to && from > to) throw ApiError.invalid([{ field, message: 'não pode ser depois do último dia' }]);
}
