import { useEffect, useId, useState } from 'preact/hooks';
import type { Suggestion } from '../../../src/contract/lead';
import { withQuery } from '../../router';
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
  useEffect(() => setTyped(value), [value]);
  const q = useSettled(typed.trim());
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
        onChange={(event) => onChange(event.currentTarget.value.trim())}
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
