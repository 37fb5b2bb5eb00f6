import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

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

interface FileFieldProps extends FieldProps {
  readonly accept: string;
  readonly onChoose: (file: File | undefined) => void;
}

export function FileField({ label, hint, problem, accept, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={problem !== undefined}
        aria-describedby={notesOf(id, hint, problem)}
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
      />
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

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, problem, name, value, onChange, options } = props;
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <select
        id={id}
        name={name}
        value={value}
        aria-describedby={notesOf(id, hint, problem)}
        onChange={(event) => onChange?.(event.currentTarget.value as Value)}
      >
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
