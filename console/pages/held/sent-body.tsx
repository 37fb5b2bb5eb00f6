import { Fragment } from 'preact';
import { fieldWord } from '../../refusal-words';

interface SentBodyProps {
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Whether the person was erased; otherwise a missing body was deleted after its time. */
  readonly isErased: boolean;
  /** Name of a pipeline or stage; undefined for another text. */
  readonly nameOf: NameOf;
}

type NameOf = (id: string) => string | undefined;

/** Submission field by field, without the empty ones. */
export function HeldBody({ body, isErased, nameOf }: SentBodyProps) {
  if (!body) return <p class="muted">{isErased ? ERASED : EXPIRED}</p>;
  return (
    <dl class="facts">
      {Object.entries(body)
        .map(([name, value]) => [name, shown(value, nameOf)] as const)
        .filter(([, text]) => text.trim() !== '')
        .map(([name, text]) => (
          <Fragment key={name}>
            <dt>{fieldWord(name) ?? name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

const ERASED = 'O conteúdo foi apagado com os dados da pessoa.';
const EXPIRED = 'O conteúdo foi apagado: passou o prazo em que fica guardado depois da decisão.';

function shown(value: unknown, nameOf: NameOf): string {
  if (typeof value === 'string') return nameOf(value) ?? value;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.map((part) => shown(part, nameOf)).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => `${fieldWord(name) ?? name}: ${shown(part, nameOf)}`)
      .join('; ');
  }
  return typeof value === 'number' ? String(value) : '';
}
