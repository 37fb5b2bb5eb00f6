import { useState } from 'preact/hooks';
import type { OwnerLead } from '../../../src/contract/lead';
import { LEAD_TEXT_NAMES, LEAD_TEXTS, type LeadText } from '../../../src/contract/lead-fields';
import { MAX_TAGS_PER_CALL } from '../../../src/contract/limits';
import { type Origin, ORIGIN_WORDS } from '../../../src/contract/origin';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { useMay, useMe } from '../../me';
import { memberOptions, useActiveMembers } from '../../responsible';
import { goTo, linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';
import { optionsOf } from '../../words';
import { inputOfContact } from './contact';
import { DealFields, typedValueOf } from './deal-fields';

interface NewLeadProps {
  /** Chosen at first. */
  readonly stageId?: string;
}

export function NewLead({ stageId }: NewLeadProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        Novo lead
      </Button>
      {isOpen && <NewLeadForm stageId={stageId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What somebody has typed of a person elsewhere. */
export type TypedPerson = Readonly<Partial<Record<'phone' | LeadText, string>>>;

interface NewLeadFormProps extends NewLeadProps {
  readonly typed?: TypedPerson;
  readonly onClose: () => void;
}

/** Enters a lead; a phone that has one shows that lead unchanged. */
export function NewLeadForm({ typed = {}, stageId, onClose }: NewLeadFormProps) {
  const action = useAction();
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data;
  const create = (values: FormData): Promise<boolean> =>
    action.run(async () => {
      const { data: lead, status } = await call<OwnerLead>('POST', '/leads', bodyOf(values));
      onClose();
      goTo(linkTo('leads', lead.id));
      if (status === 201) say('Lead criado.');
      else say(`Este telefone já é de ${lead.name ?? 'um lead sem nome'}. Nada mudou.`);
    });
  const problemOf = (field: string): string | undefined => action.failure?.problemOf(field);
  return (
    <Dialog title="Novo lead" onClose={onClose}>
      <Form onSubmit={create}>
        <FailureNotice failure={action.failure} shown={SHOWN} />
        <PersonFields typed={typed} problemOf={problemOf} />
        <Select label="Origem" name="origin" options={ORIGINS} />
        <ResponsibleSelect problem={problemOf('responsible_id')} />
        {pipelines && (
          <DealFields
            pipelines={pipelines}
            stageId={stageId}
            problemOf={(field) => problemOf(`deals.0.${field}`)}
            isOptional
          />
        )}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Criar lead
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly problemOf: (field: string) => string | undefined;
}

/** Oneself at first; a seller takes a lead, or leaves it to the team. */
function ResponsibleSelect({ problem }: { readonly problem: string | undefined }) {
  const { member } = useMe();
  const assigns = useMay()('assign');
  const members = useActiveMembers().filter(({ id }) => assigns || id === member?.id);
  const [chosen, setChosen] = useState(member?.id ?? '');
  return (
    <Select
      label="Responsável"
      name="responsible"
      value={chosen}
      onChange={setChosen}
      options={[...memberOptions(members, member?.id), { value: '', text: 'Ninguém' }]}
      problem={problem}
    />
  );
}

/** The first field that nothing was typed for has the focus. */
function PersonFields({ typed, problemOf }: FieldsProps & { readonly typed: TypedPerson }) {
  return (
    <>
      <TextField
        label="Telefone"
        name="phone"
        type="tel"
        autocomplete="off"
        placeholder="(11) 98765-4321"
        required
        defaultValue={typed.phone}
        problem={problemOf('phone')}
      />
      {LEAD_TEXT_NAMES.map((text) => (
        <TextField
          key={text}
          {...inputOfContact(text)}
          name={text}
          maxLength={LEAD_TEXTS[text].isEmail ? undefined : LEAD_TEXTS[text].max}
          autocomplete="off"
          autofocus={text === 'name' && typed.phone !== undefined}
          defaultValue={typed[text]}
          problem={problemOf(text)}
        />
      ))}
      <TextField
        label="Etiquetas"
        name="tags"
        autocomplete="off"
        hint={`Até ${MAX_TAGS_PER_CALL}, separadas por vírgula.`}
        problem={TAGS.map(problemOf).find(Boolean)}
      />
    </>
  );
}

const TAGS = ['tags', ...Array.from({ length: MAX_TAGS_PER_CALL }, (_, index) => `tags.${index}`)];
const SHOWN = ['phone', ...LEAD_TEXT_NAMES, ...TAGS, 'responsible_id', 'deals.0.stage_id', 'deals.0.value'];

const ORIGINS: readonly { readonly value: Origin | ''; readonly text: string }[] = [
  { value: '', text: 'Não sei' },
  ...optionsOf(ORIGIN_WORDS)
    .filter((origin) => origin !== 'untracked')
    .map((value) => ({ value, text: ORIGIN_WORDS[value] })),
];

/** Throws `ApiFailure` for an unreadable value. */
function bodyOf(values: FormData) {
  const texts = LEAD_TEXT_NAMES.map((text) => [text, textOf(values, text)] as const);
  const origin = textOf(values, 'origin');
  const tags = textOf(values, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const stage = textOf(values, 'stage');
  return {
    phone: textOf(values, 'phone'),
    responsible_id: textOf(values, 'responsible') || null,
    ...Object.fromEntries(texts.filter(([, value]) => value !== '')),
    ...(origin && { origin }),
    ...(tags.length > 0 && { tags }),
    ...(stage && { deals: [{ stage_id: stage, ...typedValueOf(values, 'deals.0.value') }] }),
  };
}
