import { useState } from 'preact/hooks';
import { useMay } from './me';
import { wholePhone } from './typed-phone';
import { Button } from './ui/button';
import { TextField } from './ui/field';
import { FailureNotice } from './ui/notice';
import { PageFrame } from './ui/page';
import { useLeadsFile } from './pages/leads/leads-file';
import { PersonData } from './pages/people/person-data';

/** The only page of an account without a licence: its data, the rights of people, and whom to ask. */
export function InactiveLicence() {
  const may = useMay();
  return (
    <PageFrame
      title="Licença inativa"
      about="A licença desta conta não está ativa. Para voltar a usar o console, fale com quem opera o serviço: só essa pessoa ou empresa pode reativar a licença. Nada foi apagado."
    >
      {may('export') && <LeadsFile />}
      {may('people') && <PersonByPhone />}
      {!may('export') && !may('people') && (
        <p>
          Pedidos sobre dados pessoais são atendidos por quem administra a conta, e também por quem opera o serviço.
        </p>
      )}
    </PageFrame>
  );
}

function LeadsFile() {
  const file = useLeadsFile(() => ({}));
  return (
    <section class="card">
      <h2>Leads da conta</h2>
      <p>Um arquivo com todos os leads, para planilhas.</p>
      <FailureNotice failure={file.failure} />
      <div class="actions">
        <Button icon="download" isBusy={file.isBusy} onClick={file.save}>
          Exportar CSV
        </Button>
      </div>
    </section>
  );
}

function PersonByPhone() {
  const [text, setText] = useState('');
  const phone = wholePhone(text);
  return (
    <section class="card">
      <h2>Dados de uma pessoa</h2>
      <p>Quem pede uma cópia dos seus dados, ou que sejam apagados, tem esse direito (LGPD, artigo 18).</p>
      <TextField
        label="Telefone da pessoa"
        type="tel"
        autocomplete="off"
        hint="Com DDD"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {phone && <PersonData key={phone} phone={phone} onErased={async () => setText('')} />}
    </section>
  );
}
