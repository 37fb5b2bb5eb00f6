import { MAX_IMPORT_BYTES } from '../../../src/contract/limits';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Loading } from '../../ui/loaded';
import { FailureNotice, Notice } from '../../ui/notice';
import { ImportColumns } from './columns';
import { OFFERED_FILES } from './file-kinds';
import { FieldSummaries } from './field-summaries';
import { FileHelp } from './file-help';
import { ForAllRowsFields, FIELDS_FOR_ALL_ROWS } from './for-all-rows';
import { HowRead } from './how-read';
import { outlookOf } from './outlook';
import { Sample } from './sample';
import { useNewImport } from './use-new-import';

const MOST = `${MAX_IMPORT_BYTES / 1024 / 1024} MB`;

export function NewImport() {
  const one = useNewImport();
  const { shown, failure } = one;
  const { fields, forAllRows } = one.reading;
  const problemOf = (field: string): string | undefined => failure?.problemOf(field);
  return (
    <Form class="card" label="Nova importação" onSubmit={one.start}>
      <FileField
        label="Arquivo"
        accept={OFFERED_FILES}
        hint={`Planilha (.xlsx, .csv) ou contatos do celular (.vcf), até ${MOST}. Só o telefone é obrigatório.`}
        problem={problemOf('body')}
        onChoose={(file) => void one.choose(file)}
      />
      <FileHelp />
      <FailureNotice failure={failure} shown={['body', ...FIELDS_FOR_ALL_ROWS]}>
        {failure?.fields.length === 0 && shown && <Button onClick={one.lookAgain}>Tentar de novo</Button>}
      </FailureNotice>
      {!shown && one.isBusy && <Loading />}
      {shown && <HowRead of={shown} />}
      {shown && fields && (
        <ImportColumns of={shown} fields={fields} guessed={one.guessed} lost={one.lost} onAssign={one.assign} />
      )}
      {(shown || FIELDS_FOR_ALL_ROWS.some(problemOf)) && (
        <ForAllRowsFields forAllRows={forAllRows} onChangeAll={one.changeForAllRows} problemOf={problemOf} />
      )}
      <Outlook of={one} />
      <div class="actions">
        <Button type="submit" kind="primary" icon="upload" isBusy={one.isSending} disabled={!one.isReady}>
          Importar arquivo
        </Button>
      </div>
    </Form>
  );
}

/** Expected result of the rows. The element exists before its words, so that screen readers announce them. */
function Outlook({ of: { reading, shown, isBusy } }: { readonly of: ReturnType<typeof useNewImport> }) {
  const { fields } = reading;
  const hasPhone = fields?.includes('phone');
  return (
    <>
      {shown && fields && !hasPhone && (
        <Notice kind="warning">
          <p>Escolha qual coluna traz o telefone: é por ele que cada pessoa é reconhecida.</p>
        </Notice>
      )}
      <p class="import-outlook" role="status">
        {shown && hasPhone && (isBusy ? 'Conferindo o arquivo…' : outlookOf(shown))}
      </p>
      {shown && hasPhone && <FieldSummaries of={shown} />}
      {shown && fields && hasPhone && <Sample of={shown} fields={fields} isOld={isBusy} />}
    </>
  );
}
