import { useState } from 'preact/hooks';
import { MAX_TAG } from '../../../src/contract/limits';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { say } from '../../ui/messages';
import { useChange } from '../../use-change';
import { ChangeNotice } from './change-notice';
import { CHANGED_MEANWHILE, editLead } from './lead-edit';
import type { OpenLead } from './open-lead';

export function Tags({ of: { lead, refresh } }: { readonly of: OpenLead }) {
  const change = useChange(refresh);
  const [typed, setTyped] = useState('');
  const add = async (values: FormData): Promise<void> => {
    const tag = textOf(values, 'tag');
    if (tag === '' || !(await change.run(() => editLead(lead, { add_tags: [tag] })))) return;
    setTyped('');
    say(`Etiqueta “${tag}” adicionada.`);
  };
  const remove = async (tag: string): Promise<void> => {
    if (await change.run(() => editLead(lead, { remove_tags: [tag] }))) say(`Etiqueta “${tag}” removida.`);
  };
  if (lead.erased_at) return null;
  return (
    <div class="tags">
      <h3>Etiquetas</h3>
      <ChangeNotice failure={change.failure} shown={['add_tags.0']}>
        {CHANGED_MEANWHILE}
      </ChangeNotice>
      {lead.tags.length > 0 && <TagList tags={lead.tags} onRemove={remove} />}
      <Form class="one-line" label="Nova etiqueta" onSubmit={add}>
        <TextField
          label="Nova etiqueta"
          name="tag"
          maxLength={MAX_TAG}
          autocomplete="off"
          value={typed}
          problem={change.failure?.problemOf('add_tags.0')}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" icon="plus" isBusy={change.isBusy}>
          Adicionar
        </Button>
      </Form>
    </div>
  );
}

interface TagListProps {
  readonly tags: readonly string[];
  readonly onRemove: (tag: string) => Promise<void>;
}

function TagList({ tags, onRemove }: TagListProps) {
  return (
    <ul class="chips" aria-label="Etiquetas">
      {tags.map((tag) => (
        <li key={tag} class="chip removable">
          {tag}
          <button type="button" aria-label={`Remover a etiqueta ${tag}`} onClick={() => void onRemove(tag)}>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
