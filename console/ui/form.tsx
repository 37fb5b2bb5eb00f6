import type { ComponentChildren } from 'preact';

interface FormProps {
  readonly label?: string;
  readonly onSubmit: (values: FormData) => unknown;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A form that gives its values to a function, and sends them nowhere by itself. */
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

/** The text in a field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
