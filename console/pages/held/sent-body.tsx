import { Fragment } from 'preact';
import { eachText, LEAD_TEXTS } from '../../../src/contract/lead-fields';

interface SentBodyProps {
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Whether the person was erased; otherwise a missing body was deleted after its time. */
  readonly isErased: boolean;
}

/** Submission field by field, without the empty ones. */
export function HeldBody({ body, isErased }: SentBodyProps) {
  if (!body) return <p class="muted">{isErased ? ERASED : EXPIRED}</p>;
  return (
    <dl class="facts">
      {Object.entries(body)
        .map(([name, value]) => [name, shown(value)] as const)
        .filter(([, text]) => text.trim() !== '')
        .map(([name, text]) => (
          <Fragment key={name}>
            <dt>{FIELD_WORDS[name] ?? name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

const ERASED = 'O conteúdo foi apagado com os dados da pessoa.';
const EXPIRED = 'O conteúdo foi apagado: passou o prazo em que fica guardado depois da decisão.';

const FIELD_WORDS: Readonly<Record<string, string>> = {
  phone: 'Telefone',
  ...eachText((text) => LEAD_TEXTS[text].word),
  notes: 'Anotação',
  tags: 'Etiquetas',
  consent: 'Consentimento',
  attribution: 'Sinais de origem',
  deal: 'Negócio',
};

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => `${name}: ${shown(part)}`)
      .join('; ');
  }
  return typeof value === 'number' ? String(value) : '';
}
