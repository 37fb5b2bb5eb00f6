import { useEffect, useState } from 'preact/hooks';
import { MAX_SOURCE_NAME } from '../../../src/contract/limits';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import type { NewSourceView } from '../../../src/contract/source';
import { call } from '../../api';
import { addressOf, linkTo, useQuery } from '../../router';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Empty } from '../../ui/loaded';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { Connect } from './connect';
import { KeyTool } from './key-tools';
import { BIRTHPLACES, findTool, FIRST_FORM, type MadeSource, type Tool, WHATSAPP_TOOL, whatsAppForm } from './tools';
import { WHATSAPP_GREETING, WHATSAPP_NUMBER } from './words';

/** Asks where the leads are born, then connects that tool. */
export function NewSource({ tool: id }: { readonly tool: string | undefined }) {
  if (id === undefined) return <ToolChoice />;
  const tool = findTool(id);
  return (
    <PageFrame title="Nova fonte" heading={tool?.title}>
      <p class="back">
        <a href={linkTo('fontes', 'nova')}>Outra ferramenta</a>
      </p>
      {tool ? <ConnectTool tool={tool} /> : <Empty title="Não há nada neste endereço" />}
    </PageFrame>
  );
}

function ToolChoice() {
  return (
    <PageFrame title="Nova fonte" about="Onde nascem os seus leads?">
      <p class="back">
        <a href={linkTo('fontes')}>Todas as fontes</a>
      </p>
      <ul class="birthplaces">
        {BIRTHPLACES.map(({ title, text, tools }) => (
          <li key={title} class="card">
            <h2>{title}</h2>
            <p class="muted">{text}</p>
            <div class="actions">
              {tools.map((tool) => (
                <a key={tool.id} class="button" href={linkTo('fontes', 'nova', tool.id)}>
                  {tool.title}
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}

function ConnectTool({ tool }: { readonly tool: Tool }) {
  const [made, setMade] = useState<MadeSource>();
  const { source } = useQuery();
  // Who comes back finds the source that was made, and makes no second one.
  useEffect(() => {
    if (source && !made) location.replace(linkTo('fontes', source));
  }, [source]);
  const show = (next: MadeSource): void => {
    setMade(next);
    history.replaceState(null, '', addressOf(['fontes', 'nova', tool.id], { source: next.source.id }));
  };
  if (tool.way === 'key') return <KeyTool id={tool.id} />;
  if (made) return <Connect tool={tool} made={made} />;
  return <MakeSource tool={tool} onMade={show} />;
}

/** Characters of a key that the browser draws; Google Ads takes up to 50. */
const KEY_BYTES = 16;

const drawKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function MakeSource({ tool, onMade }: { readonly tool: Tool; readonly onMade: (made: MadeSource) => void }) {
  const action = useAction();
  const problemOf = (field: string): string | undefined => action.failure?.problemOf(field);
  const make = (values: FormData): Promise<boolean> =>
    action.run(async () => {
      const key = tool.hasKey && drawKey();
      const body = {
        kind: tool.way,
        name: textOf(values, 'name'),
        ...(tool.origin && { defaults: { origin: tool.origin } }),
        ...(tool.way === 'form' && { form: formOf(tool, values) }),
        ...(key && { google_key: key }),
      };
      onMade({ source: (await call<NewSourceView>('POST', '/sources', body)).data, key });
    });
  return (
    <Form class="card narrow-form" label="Nova fonte" onSubmit={make}>
      <FailureNotice failure={action.failure} shown={['name', ...WHATSAPP_FIELDS]} />
      <TextField
        label="Nome da fonte"
        name="name"
        hint="Aparece em cada lead que vem por ela."
        defaultValue={tool.title}
        maxLength={MAX_SOURCE_NAME}
        autocomplete="off"
        required
        problem={problemOf('name')}
      />
      {tool.id === WHATSAPP_TOOL && (
        <>
          <TextField
            {...WHATSAPP_NUMBER}
            label="Seu número do WhatsApp"
            name="whatsapp"
            required
            problem={problemOf('form.after.whatsapp')}
          />
          <TextArea {...WHATSAPP_GREETING} label="Primeira mensagem" problem={problemOf('form.after.text')} />
        </>
      )}
      {tool.origin && (
        <p class="muted">
          A origem dos leads desta fonte será {ORIGIN_WORDS[tool.origin]}, se não vier outra. Dá para mudar depois.
        </p>
      )}
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={action.isBusy}>
          {tool.way === 'form' ? 'Criar formulário' : 'Criar endereço'}
        </Button>
      </div>
    </Form>
  );
}

const WHATSAPP_FIELDS = ['form.after.whatsapp', 'form.after.text'];

const formOf = (tool: Tool, values: FormData) =>
  tool.id === WHATSAPP_TOOL ? whatsAppForm(textOf(values, 'whatsapp'), textOf(values, 'text')) : FIRST_FORM;
