import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Suggestion } from '../../../src/contract/lead';
import { useHash, withQuery } from '../../router';
import { TextField } from '../../ui/field';
import { useResource } from '../../use-resource';
import { useSettled } from './use-settled';

interface SuggestedFieldProps {
  readonly label: string;
  /** Route that suggests values. */
  readonly path: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
}

/** Text field that suggests values by what is typed; the value changes with Enter, a choice, or the next field. */
export function SuggestedField({ label, path, value, onChange, problem }: SuggestedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [isUsed, setUsed] = useState(false);
  // Shows the applied value after any change of the address, also one that does not use what is typed.
  useLayoutEffect(() => setTyped(value), [value, useHash()]);
  const q = useSettled(typed.trim());
  const apply = (): void => {
    setTyped(typed.trim());
    onChange(typed.trim());
  };
  const found = useResource<Suggestion[]>(isUsed && path ? withQuery(path, q ? { q } : {}) : undefined).data ?? [];
  return (
    <>
      <TextField
        label={label}
        list={path && id}
        autocomplete="off"
        value={typed}
        onFocus={() => setUsed(true)}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={apply}
        problem={problem}
      />
      {path && (
        <datalist id={id}>
          {found.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
