import { useState } from 'preact/hooks';
import { uploadFile } from '../../api';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/field';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import { OFFERED_FILES } from './file-kinds';
import { fileOf } from './sent-files';

/** Saves an import's refused rows, from the file on this page, because the service keeps none. */
export function RefusedRows({ of: id }: { readonly of: string }) {
  const action = useAction();
  const [file, setFile] = useState(() => fileOf(id));
  const wasSent = fileOf(id) !== undefined;
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      if (file)
        saveFile('recusadas.csv', await uploadFile(`/imports/${encodeURIComponent(id)}/refused.csv`, file), 'text/csv');
    });
    if (isSaved) say('Linhas recusadas salvas em recusadas.csv.');
  };
  return (
    <section class="card refused-rows">
      <h2>Corrigir as recusadas</h2>
      <p>Baixe só as linhas recusadas, com o motivo de cada uma. Corrija e importe esse arquivo: o resto já entrou.</p>
      {!wasSent && (
        <FileField
          label="Arquivo importado"
          accept={OFFERED_FILES}
          hint="O Entrada não guarda as linhas do arquivo. Escolha de novo o mesmo arquivo."
          problem={action.failure?.problemOf('body')}
          onChoose={setFile}
        />
      )}
      <FailureNotice failure={action.failure} shown={wasSent ? [] : ['body']} />
      <div class="actions">
        <Button icon="download" isBusy={action.isBusy} disabled={!file} onClick={save}>
          Baixar recusadas
        </Button>
      </div>
    </section>
  );
}
