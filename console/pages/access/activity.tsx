import { useState } from 'preact/hooks';
import type { AuditEntry } from '../../../src/contract/audit';
import { readFile } from '../../api';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';
import { ActivityTable } from './activity-table';

export function AuditTrail() {
  const [days, setDays] = useState('');
  const entries = usePages<AuditEntry>(`/audit?${days}`);
  const action = useAction();
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      saveFile('atividades.csv', await readFile(`/audit/export.csv?${days}`), 'text/csv');
    });
    if (isSaved) say('Registro exportado.');
  };
  return (
    <PageFrame
      title="Registro de atividades"
      about="Quem fez o quê nesta conta, quando e de onde. O registro não pode ser alterado e não traz dados de pessoas."
      actions={
        <Button icon="download" isBusy={action.isBusy} onClick={save}>
          Exportar registro
        </Button>
      }
    >
      <Days problemOf={(field) => entries.failure?.problemOf(field)} onChange={setDays} />
      <FailureNotice failure={action.failure} />
      <Loaded from={entries}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nenhuma atividade nestes dias" />
          ) : (
            <>
              <ActivityTable of={rows} />
              <More of={entries} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface DaysProps {
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (query: string) => void;
}

function Days({ problemOf, onChange }: DaysProps) {
  const show = (values: FormData): void => {
    const days = ['from', 'to'].map((name) => [name, textOf(values, name)]).filter(([, day]) => day);
    onChange(new URLSearchParams(days).toString());
  };
  return (
    <Form class="card search days" label="Escolher dias" onSubmit={show}>
      <TextField label="De" name="from" type="date" problem={problemOf('from')} />
      <TextField label="Até" name="to" type="date" problem={problemOf('to')} />
      <Button type="submit" icon="search">
        Mostrar
      </Button>
    </Form>
  );
}
