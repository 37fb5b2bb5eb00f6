import { useState } from 'preact/hooks';
import { MAX_MESSAGE_TEMPLATES, MAX_TEMPLATE_NAME, MAX_TEMPLATE_TEXT } from '../../../src/contract/limits';
import type { MessageTemplate } from '../../../src/contract/message-template';
import { call } from '../../api';
import { useMe } from '../../me';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';

const EMPTY: MessageTemplate = { name: '', text: '' };
const EXAMPLE: MessageTemplate = {
  name: 'Primeiro contato',
  text: 'Oi {nome}, aqui é {vendedor}, da {conta}. Recebemos o seu contato. Podemos conversar?',
};

const fieldOf = (index: number, field: keyof MessageTemplate): string => `message_templates.${index}.${field}`;

const isBlank = ({ name, text }: MessageTemplate): boolean => `${name}${text}`.trim() === '';

/** Texts that members choose when they open a chat in WhatsApp. */
export function MessageTemplates() {
  const { message_templates: saved = [], refresh } = useMe();
  const action = useAction();
  const [templates, setTemplates] = useState(saved);
  const change = (at: number, changed: Partial<MessageTemplate>): void =>
    setTemplates(templates.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  const save = async (): Promise<void> => {
    const message_templates = templates.filter((one) => !isBlank(one));
    setTemplates(message_templates);
    if (!(await action.run(() => call('PATCH', '/account', { message_templates })))) return;
    await refresh();
    say('Modelos salvos.');
  };
  return (
    <section class="card">
      <h2>Modelos de mensagem do WhatsApp</h2>
      <Form onSubmit={save} label="Modelos de mensagem">
        <p class="hint">
          {'{nome}'} vira o primeiro nome da pessoa, {'{conta}'} o nome da conta, {'{vendedor}'} o primeiro nome de quem
          envia.
        </p>
        <FailureNotice
          failure={action.failure}
          shown={templates.flatMap((_, index) => [fieldOf(index, 'name'), fieldOf(index, 'text')])}
        />
        {templates.map((template, index) => (
          <TemplateFields
            key={index}
            of={template}
            index={index}
            problemOf={(field) => action.failure?.problemOf(fieldOf(index, field))}
            onChange={(changed) => change(index, changed)}
            onRemove={() => setTemplates(templates.filter((_, at) => at !== index))}
          />
        ))}
        <div class="actions">
          {templates.length < MAX_MESSAGE_TEMPLATES && (
            <Button icon="plus" onClick={() => setTemplates([...templates, templates.length === 0 ? EXAMPLE : EMPTY])}>
              Adicionar modelo
            </Button>
          )}
          <Button type="submit" isBusy={action.isBusy}>
            Salvar modelos
          </Button>
        </div>
      </Form>
    </section>
  );
}

interface TemplateFieldsProps {
  readonly of: MessageTemplate;
  readonly index: number;
  readonly problemOf: (field: keyof MessageTemplate) => string | undefined;
  readonly onChange: (changed: Partial<MessageTemplate>) => void;
  readonly onRemove: () => void;
}

function TemplateFields({ of: { name, text }, index, problemOf, onChange, onRemove }: TemplateFieldsProps) {
  const place = index + 1;
  return (
    <fieldset>
      <legend>Modelo {place}</legend>
      <TextField
        label="Nome"
        value={name}
        autocomplete="off"
        maxLength={MAX_TEMPLATE_NAME}
        problem={problemOf('name')}
        onInput={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextArea
        label="Mensagem"
        name={`text-${index}`}
        rows={3}
        maxLength={MAX_TEMPLATE_TEXT}
        value={text}
        onInput={(typed) => onChange({ text: typed })}
        problem={problemOf('text')}
      />
      <div class="actions">
        <Button kind="quiet" icon="trash" label={`Remover o modelo ${place}`} onClick={onRemove}>
          Remover
        </Button>
      </div>
    </fieldset>
  );
}
