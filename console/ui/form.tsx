import type { ComponentChildren } from 'preact';

interface FormProps {
  readonly label?: string;
  readonly onSubmit: (values: FormData) => unknown;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Form that passes its values to a function, without sending them. */
export function Form({ label, onSubmit, class: className, children }: FormProps) {
  return (
    <form
      class={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
    </form>
  );
}

export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
