import { useState } from 'preact/hooks';
import { MAX_FORM_BUTTON, MAX_FORM_TEXT, MAX_FORM_TITLE } from '../../../src/contract/limits';
import {
  FORM_FIELD_MODES,
  FORM_FIELDS,
  FORM_TEXTS,
  type FormField,
  type SourceView,
} from '../../../src/contract/source';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Check, Select, TextArea, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { draftOf, type Editing, formOf } from './form-draft';
import { FormConsent, FormEnding } from './form-ending';
import { FormQuestions } from './form-questions';
import { FIELD_MODE_WORDS } from './words';

interface FormSettingsProps {
  readonly of: SourceView;
  readonly onSaved: () => Promise<unknown>;
}

/** Settings of a form beside its page as it is saved. */
export function FormSettings({ of: source, onSaved }: FormSettingsProps) {
  const action = useAction();
  const [draft, setDraft] = useState(() => draftOf(source.form ?? {}));
  const [version, setVersion] = useState(0);
  const save = async (): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/sources/${source.id}`, { form: formOf(draft) })))) return;
    setVersion(version + 1);
    await onSaved();
    say('Formulário salvo: já está no ar.');
  };
  const editing: Editing = {
    draft,
    change: (changes) => setDraft((before) => ({ ...before, ...changes })),
    problemOf: (field) => action.failure?.problemOf(`form.${field}`),
  };
  const shown = action.failure?.fields.map(({ field }) => field).filter((field) => field.startsWith('form.'));
  return (
    <section class="card" aria-labelledby="form-settings">
      <h2 id="form-settings">O formulário</h2>
      <div class="form-editor">
        <Form label="Formulário" onSubmit={save}>
          <FailureNotice failure={action.failure} shown={shown} />
          <FormTexts {...editing} />
          <FormFields {...editing} />
          <FormQuestions {...editing} />
          <FormConsent {...editing} />
          <FormEnding {...editing} />
          <Check
            name="remember"
            title="Lembrar por 90 dias de onde a pessoa veio"
            checked={draft.isRemembered}
            onChange={(isRemembered) => editing.change({ isRemembered })}
          >
            No navegador de quem visita o seu site; sem isso, só durante a visita. Vale para a linha de código do site.
          </Check>
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={action.isBusy}>
              Salvar formulário
            </Button>
          </div>
        </Form>
        <Preview of={source} version={version} />
      </div>
    </section>
  );
}

/** The saved page; a new version of it is another frame. */
function Preview({ of: { address }, version }: { readonly of: SourceView; readonly version: number }) {
  if (!address) return null;
  return (
    <div class="preview">
      <p class="small muted">Como está no ar. Um envio por aqui também vira lead.</p>
      <iframe key={version} title="Prévia do formulário" src={new URL(address).pathname} />
    </div>
  );
}

/** Of the button, while the owner chooses none. */
const SERVICE_COLOR = '#0b6e69';

function FormTexts({ draft, change, problemOf }: Editing) {
  const text = (name: 'title' | 'button', max: number) => ({
    value: draft[name],
    placeholder: FORM_TEXTS[name],
    maxLength: max,
    autocomplete: 'off',
    problem: problemOf(name),
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextField label="Título" {...text('title', MAX_FORM_TITLE)} />
      <TextArea
        label="Texto abaixo do título"
        hint="Se quiser."
        name="text"
        rows={2}
        maxLength={MAX_FORM_TEXT}
        value={draft.text}
        problem={problemOf('text')}
        onInput={(value) => change({ text: value })}
      />
      <div class="import-fields">
        <TextField label="Texto do botão" {...text('button', MAX_FORM_BUTTON)} />
        <TextField
          label="Cor do botão"
          type="color"
          value={draft.color || SERVICE_COLOR}
          problem={problemOf('color')}
          onInput={(event) => change({ color: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

const FIELD_WORDS: Readonly<Record<FormField, string>> = { name: 'Nome', email: 'E-mail', message: 'Mensagem' };

const MODES = FORM_FIELD_MODES.map((value) => ({ value, text: FIELD_MODE_WORDS[value] }));

function FormFields({ draft, change, problemOf }: Editing) {
  return (
    <fieldset>
      <legend>O que perguntar</legend>
      <p class="hint">O telefone é sempre obrigatório: é por ele que cada pessoa é reconhecida.</p>
      <div class="import-fields">
        {FORM_FIELDS.map((field) => (
          <Select
            key={field}
            label={FIELD_WORDS[field]}
            value={draft.fields[field]}
            options={MODES}
            problem={problemOf(`fields.${field}`)}
            onChange={(mode) => change({ fields: { ...draft.fields, [field]: mode } })}
          />
        ))}
      </div>
    </fieldset>
  );
}
