import { useState } from 'preact/hooks';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import { forgetDrafts } from '../activities/draft';
import { ErasePerson } from './erase-person';

interface PersonDataProps {
  readonly phone: string;
  readonly onErased: () => Promise<unknown>;
}

/** Legal rights of a person: all their data, and its erasure. Needs only the phone. */
export function PersonData({ phone, onErased }: PersonDataProps) {
  const action = useAction();
  const [isErasing, setErasing] = useState(false);
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      const { data } = await call<unknown>('POST', '/people/export', { phone });
      // Browsers keep the names of downloads, so the phone is not in them.
      saveFile('pessoa.json', JSON.stringify(data, null, 2), 'application/json');
    });
    if (isSaved) say('Dados exportados.');
  };
  return (
    <>
      <FailureNotice failure={action.failure} />
      <div class="actions">
        <Button icon="download" isBusy={action.isBusy} onClick={save}>
          Exportar dados
        </Button>
        <Button kind="danger" icon="trash" onClick={() => setErasing(true)}>
          Apagar dados
        </Button>
      </div>
      {isErasing && (
        <ErasePerson
          erase={() => call('POST', '/people/erase', { phone })}
          onErased={() => {
            // The leads of the person are unknown here.
            forgetDrafts();
            return onErased();
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}
