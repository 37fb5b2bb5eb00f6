import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';
import { fullDay } from '../format';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string;
}

type InputProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

/** Text field with its name, hint and problem. */
export function TextField({ label, hint, problem, ...input }: InputProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <input
        id={id}
        type="text"
        aria-invalid={problem !== undefined}
        aria-describedby={notesOf(id, hint, problem)}
        {...input}
      />
    </Labelled>
  );
}

interface MomentFieldProps extends FieldProps {
  readonly type: 'date' | 'time';
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly min?: string;
  readonly max?: string;
  readonly required?: boolean;
  readonly onInput?: (value: string) => void;
  /** When the value is complete. */
  readonly onChange?: (value: string) => void;
}

const EMPTY = { date: 'dd/mm/aaaa', time: '--:--' };

/**
 * Day or time of day, in a native field. Such a field writes in the language of the browser, so Portuguese text covers it until it has
 * the focus.
 */
export function MomentField({ label, hint, problem, type, onInput, onChange, ...input }: MomentFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(input.defaultValue);
  // A field that was left in the middle of a day has no value, and shows what was typed.
  const [isPartial, setPartial] = useState(false);
  const value = input.value ?? typed;
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <div class={isPartial ? 'native-field' : 'native-field covered'}>
        <input
          id={id}
          type={type}
          aria-invalid={problem !== undefined}
          aria-describedby={notesOf(id, hint, problem)}
          {...input}
          onInput={(event) => {
            if (input.value === undefined) setTyped(event.currentTarget.value);
            onInput?.(event.currentTarget.value);
          }}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          onBlur={(event) => setPartial(event.currentTarget.validity.badInput)}
        />
        <span aria-hidden="true">{value ? textOfMoment(value, type) : EMPTY[type]}</span>
      </div>
    </Labelled>
  );
}

const textOfMoment = (value: string, type: MomentFieldProps['type']): string =>
  type === 'date' ? fullDay(value) : value;

interface FileFieldProps extends FieldProps {
  readonly accept: string;
  readonly onChoose: (file: File | undefined) => void;
}

/** File, in a native field under Portuguese text, so that it also takes what is dropped on it. */
export function FileField({ label, hint, problem, accept, onChoose }: FileFieldProps) {
  const id = useId();
  const [name, setName] = useState<string>();
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <div class="native-field file">
        <input
          id={id}
          type="file"
          accept={accept}
          aria-invalid={problem !== undefined}
          aria-describedby={notesOf(id, hint, problem)}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            setName(file?.name);
            onChoose(file);
          }}
        />
        <span class="button" aria-hidden="true">
          Escolher arquivo
        </span>
        <span aria-hidden="true">{name ?? 'Nenhum arquivo escolhido'}</span>
      </div>
    </Labelled>
  );
}

interface TextAreaProps extends FieldProps {
  readonly name: string;
  readonly rows: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Initial text; with `onInput` the present one. */
  readonly value?: string;
  readonly onInput?: (value: string) => void;
}

export function TextArea({ label, hint, problem, value, onInput, ...area }: TextAreaProps) {
  const id = useId();
  const text = onInput
    ? { value, onInput: (event: { currentTarget: HTMLTextAreaElement }) => onInput(event.currentTarget.value) }
    : { defaultValue: value };
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <textarea
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={notesOf(id, hint, problem)}
        {...area}
        {...text}
      />
    </Labelled>
  );
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly name?: string;
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
}

/** A list to choose from. A value that is not on it, as a stage that is gone, is shown all the same. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, problem, name, value, onChange, options } = props;
  const id = useId();
  const isListed = !value || options.some((option) => option.value === value);
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <select
        id={id}
        name={name}
        value={value}
        aria-describedby={notesOf(id, hint, problem)}
        onChange={(event) => onChange?.(event.currentTarget.value as Value)}
      >
        {!isListed && <option value={value}>A escolha atual</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

const notesOf = (id: string, hint?: string, problem?: string): string | undefined =>
  [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;

interface LabelledProps extends FieldProps {
  readonly id: string;
  readonly children: ComponentChildren;
}

function Labelled({ id, label, hint, problem, children }: LabelledProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {label}: {problem}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly type?: 'checkbox' | 'radio';
  readonly name: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly onChange?: (checked: boolean) => void;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Checkbox or radio button, with an explanation. */
export function Check({ type = 'checkbox', title, children, onChange, ...input }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type={type}
        {...input}
        aria-describedby={children ? `${id}-text` : undefined}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{title}</label>
        {children && (
          <div class="hint" id={`${id}-text`}>
            {children}
          </div>
        )}
      </div>
    </div>
  );
}
