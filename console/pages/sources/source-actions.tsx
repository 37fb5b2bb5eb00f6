import { useState } from 'preact/hooks';
import { MAX_SOURCE_NAME } from '../../../src/contract/limits';
import type { NewSourceView, SourceView } from '../../../src/contract/source';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Confirm, Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { ENDINGS, type Hours } from '../keys/change-key';

interface SourceActionsProps {
  readonly of: SourceView;
  /** Number of its deliveries that wait for the owner. */
  readonly held: number;
  readonly onChanged: () => Promise<unknown>;
  readonly onDeleted: () => Promise<unknown>;
}

type Change = 'rename' | 'address' | 'switch off' | 'delete';

/** Switch of a source, its name, its address and its end. */
export function SourceActions({ of: source, held, onChanged, onDeleted }: SourceActionsProps) {
  const { name, active } = source;
  const [open, setOpen] = useState<Change>();
  const switching = useAction();
  const switchOn = async (): Promise<void> => {
    if (!(await switching.run(() => call('PATCH', `/sources/${source.id}`, { active: true })))) return;
    await onChanged();
    say(`“${name}” foi ligada.`);
  };
  const dialog = { of: source, onChanged, onClose: () => setOpen(undefined) };
  return (
    <>
      <div class="row-actions">
        <Button
          kind="quiet"
          label={`${active ? 'Desligar' : 'Ligar'} a fonte ${name}`}
          isBusy={switching.isBusy}
          onClick={active ? () => setOpen('switch off') : switchOn}
        >
          {active ? 'Desligar' : 'Ligar'}
        </Button>
        <Button kind="quiet" label={`Renomear a fonte ${name}`} onClick={() => setOpen('rename')}>
          Renomear
        </Button>
        <Button kind="quiet" label={`Novo endereço da fonte ${name}`} onClick={() => setOpen('address')}>
          Novo endereço
        </Button>
        <Button icon="trash" label={`Excluir a fonte ${name}`} onClick={() => setOpen('delete')}>
          Excluir
        </Button>
      </div>
      <FailureNotice failure={switching.failure} />
      {open === 'rename' && <RenameSource {...dialog} />}
      {open === 'address' && <NewAddress {...dialog} />}
      {open === 'switch off' && <SwitchOff {...dialog} />}
      {open === 'delete' && <DeleteSource {...dialog} held={held} onChanged={onDeleted} />}
    </>
  );
}

interface ChangeProps {
  readonly of: SourceView;
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}

function RenameSource({ of: source, onChanged, onClose }: ChangeProps) {
  const action = useAction();
  const rename = async (values: FormData): Promise<void> => {
    const name = textOf(values, 'name');
    if (!(await action.run(() => call('PATCH', `/sources/${source.id}`, { name })))) return;
    onClose();
    await onChanged();
    say('Nome alterado.');
  };
  return (
    <Dialog title={`Renomear “${source.name}”`} onClose={onClose}>
      <Form onSubmit={rename}>
        <FailureNotice failure={action.failure} shown={['name']} />
        <TextField
          label="Nome"
          name="name"
          defaultValue={source.name}
          maxLength={MAX_SOURCE_NAME}
          autocomplete="off"
          required
          problem={action.failure?.problemOf('name')}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar nome
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** In order of patience: a tool somewhere still sends to the former address. */
const PERIODS = [...ENDINGS].sort((one, other) => Number(other.value) - Number(one.value));

function NewAddress({ of: source, onChanged, onClose }: ChangeProps) {
  const action = useAction();
  const [hours, setHours] = useState<Hours>('168');
  const [address, setAddress] = useState<string>();
  const make = (): Promise<boolean> =>
    action.run(async () => {
      const body = { ends_in_hours: Number(hours) };
      setAddress((await call<NewSourceView>('POST', `/sources/${source.id}/address`, body)).data.address);
      void onChanged();
    });
  if (address !== undefined) {
    return (
      <Dialog title="Novo endereço" isSticky onClose={onClose}>
        {source.kind === 'webhook' && <ShownOnce />}
        <CopyField label="Endereço" text={address} verb="Copiar" copied="Endereço copiado." kind="primary" />
        <div class="dialog-actions">
          <Button onClick={onClose}>Já copiei o endereço</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Novo endereço de “${source.name}”`} onClose={onClose}>
      <Form onSubmit={make}>
        <FailureNotice failure={action.failure} />
        <p>Troque-o onde o atual está em uso antes de este acabar: até lá os dois recebem.</p>
        <Select
          label={`O endereço atual (final ${source.hint}) deixa de valer`}
          value={hours}
          onChange={setHours}
          options={PERIODS}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Criar endereço
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Warning beside the address of a webhook, by which anybody can send. */
export function ShownOnce() {
  return (
    <Notice kind="warning">
      <strong>Copie o endereço agora.</strong> Ele só aparece desta vez. Quem o tem pode enviar leads: cole-o só na
      ferramenta.
    </Notice>
  );
}

function SwitchOff({ of: source, onChanged, onClose }: ChangeProps) {
  const action = useAction();
  const switchOff = async (): Promise<void> => {
    if (!(await action.run(() => call('PATCH', `/sources/${source.id}`, { active: false })))) return;
    onClose();
    await onChanged();
    say(`“${source.name}” foi desligada: não recebe mais nada.`);
  };
  return (
    <Confirm
      title={`Desligar “${source.name}”?`}
      verb="Desligar fonte"
      action={action}
      onConfirm={switchOff}
      onClose={onClose}
    >
      {source.kind === 'form' ? (
        <p>Quem abrir o formulário lê que ele não recebe mais contatos, até você ligar de novo.</p>
      ) : (
        <p>
          O que for enviado até você ligar de novo é recusado, e não é guardado. Algumas ferramentas param de enviar
          depois de uma recusa: ao ligar, confira nelas se o envio continua.
        </p>
      )}
    </Confirm>
  );
}

function DeleteSource({ of: source, held, onChanged, onClose }: ChangeProps & Pick<SourceActionsProps, 'held'>) {
  const action = useAction();
  const remove = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', `/sources/${source.id}`)))) return;
    onClose();
    await onChanged();
    say(`A fonte “${source.name}” foi excluída.`);
  };
  return (
    <Confirm
      title={`Excluir “${source.name}”?`}
      verb="Excluir fonte"
      action={action}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        O endereço deixa de receber no mesmo instante, sem volta. Os leads que vieram por ele ficam. Para parar por um
        tempo, desligue a fonte.
      </p>
      {held > 0 && <p>O que espera em “A conferir” ({held}) fica lá, e ainda pode virar lead.</p>}
    </Confirm>
  );
}
