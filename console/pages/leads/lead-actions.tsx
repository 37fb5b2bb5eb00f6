import { useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import { call } from '../../api';
import { useMay } from '../../me';
import { addressOf, linkTo } from '../../router';
import { Button, OutwardLink } from '../../ui/button';
import { Menu } from '../../ui/menu';
import { say } from '../../ui/messages';
import { saveFile } from '../../ui/save-file';
import type { Action } from '../../use-action';
import { useResource } from '../../use-resource';
import { ErasePerson } from '../people/erase-person';
import { MessageLead } from './whatsapp';

interface LeadActionsProps {
  readonly lead: LeadDetail;
  readonly saving: Action;
  readonly onErased: () => Promise<unknown>;
}

export function LeadActions({ lead, saving, onErased }: LeadActionsProps) {
  const may = useMay();
  const [isErasing, setErasing] = useState(false);
  return (
    <div class="actions lead-actions">
      {lead.phone && (
        <>
          <MessageLead lead={lead} word="WhatsApp" />
          <OutwardLink icon="phone" href={`tel:+${lead.phone}`}>
            Ligar
          </OutwardLink>
        </>
      )}
      {lead.email && (
        <OutwardLink icon="mail" href={`mailto:${encodeURIComponent(lead.email)}`}>
          E-mail
        </OutwardLink>
      )}
      {may('people') && <MoreActions lead={lead} saving={saving} onErase={() => setErasing(true)} />}
      {isErasing && (
        <ErasePerson
          erase={() => call('POST', `/leads/${lead.id}/erase`)}
          onErased={onErased}
          onClose={() => setErasing(false)}
        />
      )}
    </div>
  );
}

interface MoreActionsProps extends Pick<LeadActionsProps, 'lead' | 'saving'> {
  readonly onErase: () => void;
}

function MoreActions({ lead, saving, onErase }: MoreActionsProps) {
  const may = useMay();
  return (
    <Menu title="Mais ações">
      <Button kind="quiet" icon="download" onClick={() => exportLead(lead.id, saving)}>
        Exportar dados
      </Button>
      {lead.phone && may('duplicates') && <MergeLink phone={lead.phone} />}
      {may('audit') && (
        <a class="button quiet" href={addressOf(['atividades'], { lead_id: lead.id })}>
          Ver na auditoria
        </a>
      )}
      {!lead.erased_at && (
        <Button kind="danger" icon="trash" onClick={onErase}>
          Apagar dados
        </Button>
      )}
    </Menu>
  );
}

function MergeLink({ phone }: { readonly phone: string }) {
  const leads = useResource<LeadDetail[]>(`/leads?phone=${encodeURIComponent(`+${phone}`)}`).data ?? [];
  if (leads.filter((lead) => !lead.erased_at).length < 2) return null;
  return (
    <a class="button quiet" href={linkTo('duplicados')}>
      Mesclar com o outro deste telefone
    </a>
  );
}

async function exportLead(id: string, { run }: Action): Promise<void> {
  const isSaved = await run(async () => {
    const { data } = await call<unknown>('GET', `/leads/${id}/export`);
    saveFile(`lead-${id}.json`, JSON.stringify(data, null, 2), 'application/json');
  });
  if (isSaved) say('Dados exportados.');
}
