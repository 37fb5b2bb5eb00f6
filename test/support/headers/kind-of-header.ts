import { recognise } from '../../../src/imports/headers/recognised-header';
import type { HeaderKind } from './header-kinds';

/** What the import takes a header for. */
export function kindOfHeader(header: string): HeaderKind {
  const { field, isAreaCode, mayBe } = recognise(header);
  if (isAreaCode) return 'area code';
  if (field === 'phone' || field === 'name' || field === 'created_at' || field === 'consent') return field;
  if (mayBe === 'phone') return 'vague phone';
  return mayBe === 'name' ? 'vague name' : 'none';
}
