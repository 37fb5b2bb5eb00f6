import type { ApiKeyView } from '../src/contract/key';
import { dayOf } from './format';
import { useMay } from './me';
import { useWholeList } from './use-resource';

/** Name of a key; of several with one name each has its last characters and its day too. */
export const keyText = (key: ApiKeyView, keys: readonly ApiKeyView[]): string =>
  keys.some(({ id, name }) => id !== key.id && name === key.name)
    ? `${key.name} (final ${key.hint}, de ${dayOf(key.created_at)})`
    : key.name;

/** Finds the name of a key by its id; undefined until the keys are loaded, and for people who may not see them. */
export function useKeyNames(): ((id: string | null) => string | undefined) | undefined {
  const keys = useWholeList<ApiKeyView>(useMay()('api_keys') ? '/api-keys' : undefined).data;
  return (
    keys &&
    ((id) => {
      const key = keys.find((one) => one.id === id);
      return key && keyText(key, keys);
    })
  );
}
