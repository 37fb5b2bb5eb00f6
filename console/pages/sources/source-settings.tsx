import { useState } from 'preact/hooks';
import { MAX_TAGS_PER_CALL } from '../../../src/contract/limits';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { SourceView } from '../../../src/contract/source';
import { call } from '../../api';
import { ORIGIN_OPTIONS } from '../../origin-options';
import { openStageOptions } from '../../stage-options';
import { Button } from '../../ui/button';
import { Check, Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';

interface SourceSettingsProps {
  readonly of: SourceView;
  readonly onSaved: () => Promise<unknown>;
}

const FIELDS = ['tags', 'stage_id', 'origin', 'consent'].map((name) => `defaults.${name}`);
const TAG_FIELDS = [
  'defaults.tags',
  ...Array.from({ length: MAX_TAGS_PER_CALL + 1 }, (_, at) => `defaults.tags.${at}`),
];

/** Values that each lead of a source gets. */
export function SourceSettings({ of: source, onSaved }: SourceSettingsProps) {
  const action = useAction();
  const { defaults } = source;
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const [stageId, setStageId] = useState(defaults.stage_id ?? '');
  const [origin, setOrigin] = useState<string>(defaults.origin ?? '');
  const [consents, setConsents] = useState(defaults.consent);
  const problemOf = (field: string): string | undefined => action.failure?.problemOf(field);
  const save = async (values: FormData): Promise<void> => {
    const body = {
      defaults: {
        tags: textOf(values, 'tags')
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
        stage_id: stageId || null,
        origin: origin || null,
        consent: consents,
      },
    };
    if (!(await action.run(() => call('PATCH', `/sources/${source.id}`, body)))) return;
    await onSaved();
    say('Salvo: vale para os próximos leads desta fonte.');
  };
  return (
    <section class="card" aria-labelledby="source-settings">
      <h2 id="source-settings">Em cada lead desta fonte</h2>
      <Form label="Em cada lead desta fonte" onSubmit={save}>
        <FailureNotice failure={action.failure} shown={[...FIELDS, ...TAG_FIELDS]} />
        <div class="import-fields">
          <TextField
            label="Etiquetas"
            name="tags"
            hint={`Até ${MAX_TAGS_PER_CALL}, separadas por vírgula`}
            defaultValue={defaults.tags.join(', ')}
            autocomplete="off"
            problem={TAG_FIELDS.map(problemOf).find(Boolean)}
          />
          <Select
            label="Etapa"
            hint="Onde os negócios entram"
            value={stageId}
            options={openStageOptions(pipelines)}
            problem={problemOf('defaults.stage_id')}
            onChange={setStageId}
          />
          <Select
            label="Origem"
            hint="Se não vier outra"
            value={origin}
            options={ORIGIN_OPTIONS}
            problem={problemOf('defaults.origin')}
            onChange={setOrigin}
          />
        </div>
        <Check name="consent" title="Quem envia já autorizou o contato" checked={consents} onChange={setConsents}>
          Só marque se o próprio formulário pede essa autorização: pela LGPD, você precisa poder mostrar como.
        </Check>
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar
          </Button>
        </div>
      </Form>
      {source.kind === 'webhook' && <GoogleKey of={source} onSaved={onSaved} />}
    </section>
  );
}

/** Key of Google Ads, which is never shown again. */
function GoogleKey({ of: source, onSaved }: SourceSettingsProps) {
  const action = useAction();
  const change = async (key: string | null): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/sources/${source.id}`, { google_key: key })))) return;
    await onSaved();
    say(key === null ? 'Chave tirada: a fonte não a confere mais.' : 'Chave salva.');
  };
  return (
    <details class="google-key">
      <summary>Chave do Google Ads{source.has_google_key && ': conferida em cada lead'}</summary>
      <Form label="Chave do Google Ads" onSubmit={(values) => change(textOf(values, 'google_key'))}>
        <FailureNotice failure={action.failure} shown={['google_key']} />
        <TextField
          key={String(source.has_google_key)}
          label={source.has_google_key ? 'Outra chave' : 'Chave'}
          name="google_key"
          hint="A mesma que está no Google Ads. Um envio sem ela é recusado."
          autocomplete="off"
          problem={action.failure?.problemOf('google_key')}
        />
        <div class="actions">
          <Button type="submit" isBusy={action.isBusy}>
            Salvar chave
          </Button>
          {source.has_google_key && (
            <Button kind="quiet" icon="trash" onClick={() => change(null)}>
              Tirar a chave
            </Button>
          )}
        </div>
      </Form>
    </details>
  );
}
