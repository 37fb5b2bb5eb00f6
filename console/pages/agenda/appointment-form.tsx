import { useState } from 'preact/hooks';
import type { AppointmentView, PlannedAppointment } from '../../../src/contract/day/appointment';
import { DEFAULT_APPOINTMENT_MINUTES, MAX_APPOINTMENT_TEXT } from '../../../src/contract/limits';
import type { ListedLead } from '../../../src/contract/day/today';
import { ApiFailure, call } from '../../api';
import { dateTime, minutesText, phoneText } from '../../format';
import { useMe } from '../../me';
import { memberOptions, useActiveMembers } from '../../responsible';
import { withQuery } from '../../router';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useChange } from '../../use-change';
import { useResource } from '../../use-resource';
import { MomentFields, typedMoment } from '../activities/moment-fields';
import { useSettled } from '../leads/use-settled';

/** What can be changed of an appointment. */
export type Changeable = Pick<
  AppointmentView,
  'id' | 'starts_at' | 'minutes' | 'attended' | 'missed' | 'text' | 'member_id'
>;

interface AppointmentFormProps {
  /** Absent for a new one. */
  readonly of?: Changeable;
  /** Lead of a new one; absent: to be chosen. */
  readonly leadId?: string;
  readonly day?: string;
  readonly time?: string;
  /** Who has a new one; absent: the one who looks after the lead. */
  readonly memberId?: string;
  readonly refresh: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Whether it is moved to a moment to come, at which nobody has come or been missed yet. */
const isPutOff = ({ starts_at: before }: Changeable, startsAt: string): boolean =>
  Date.parse(startsAt) > Date.now() && Date.parse(startsAt) !== Date.parse(before);

/** Saves what the form says; tells whether another appointment of the member overlaps. */
function useSave({ of, leadId, refresh, onClose }: AppointmentFormProps) {
  const action = useChange(refresh);
  const save = async (values: FormData): Promise<void> => {
    const member = textOf(values, 'member');
    const startsAt = typedMoment(values);
    const body = {
      starts_at: startsAt,
      minutes: Number(textOf(values, 'minutes')),
      ...(of && isPutOff(of, startsAt) && { attended: false, missed: false }),
      text: textOf(values, 'text') || null,
      ...(member !== (of?.member_id ?? '') && { member_id: member || null }),
    };
    const lead = leadId ?? textOf(values, 'lead');
    let planned: PlannedAppointment | undefined;
    const isSaved = await action.run(async () => {
      if (!of && lead === '') throw ApiFailure.ofField('lead_id', 'escolha um lead');
      planned = of
        ? await call<AppointmentView>('PATCH', `/appointments/${of.id}`, body)
        : await call<AppointmentView>('POST', '/appointments', { ...body, lead_id: lead });
    });
    if (!isSaved) return;
    onClose();
    const warnings = planned?.warnings?.map(({ message }) => ` ${message}`).join('') ?? '';
    say(`Agendado para ${dateTime(body.starts_at)}.${warnings}`);
  };
  return { ...action, save };
}

/** Makes or moves an appointment. */
export function AppointmentForm(props: AppointmentFormProps) {
  const { of, leadId, day, time, memberId = '', onClose } = props;
  const { save, isBusy, failure } = useSave(props);
  return (
    <Dialog title={of ? 'Remarcar' : 'Agendar'} onClose={onClose}>
      <Form onSubmit={save}>
        <FailureNotice failure={failure} shown={['starts_at', 'minutes', 'text', 'lead_id', 'member_id']} />
        {!of && !leadId && <LeadChoice problem={failure?.problemOf('lead_id')} />}
        <MomentFields at={of?.starts_at} day={day} time={time} isBad={failure?.problemOf('starts_at') !== undefined} />
        <MinutesSelect current={of?.minutes ?? DEFAULT_APPOINTMENT_MINUTES} problem={failure?.problemOf('minutes')} />
        <TextField
          label="Assunto (opcional)"
          name="text"
          autocomplete="off"
          maxLength={MAX_APPOINTMENT_TEXT}
          defaultValue={of?.text ?? ''}
          problem={failure?.problemOf('text')}
        />
        <MemberSelect current={of ? (of.member_id ?? '') : memberId} problem={failure?.problemOf('member_id')} />
        <p class="hint">No horário de Brasília.</p>
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Salvar agendamento
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Minutes that the form offers. */
const LENGTHS = [15, 30, 45, 60, 90, 120];

function MinutesSelect({ current, problem }: { readonly current: number; readonly problem: string | undefined }) {
  const [chosen, setChosen] = useState(String(current));
  const offered = LENGTHS.includes(current) ? LENGTHS : [...LENGTHS, current].sort((one, other) => one - other);
  return (
    <Select
      label="Duração"
      name="minutes"
      value={chosen}
      problem={problem}
      onChange={setChosen}
      options={offered.map((minutes) => ({ value: String(minutes), text: minutesText(minutes) }))}
    />
  );
}

interface MemberSelectProps {
  readonly current: string;
  readonly problem: string | undefined;
}

function MemberSelect({ current, problem }: MemberSelectProps) {
  const members = memberOptions(useActiveMembers(), useMe().member?.id);
  const [chosen, setChosen] = useState(current);
  const options = [{ value: '', text: 'Quem é responsável pelo lead' }, ...members];
  const isListed = options.some(({ value }) => value === current);
  return (
    <Select
      label="Com quem"
      name="member"
      value={chosen}
      problem={problem}
      onChange={setChosen}
      options={isListed ? options : [{ value: current, text: 'Como está' }, ...options]}
    />
  );
}

/** Fewest letters or digits of a search, and how many leads it shows. */
const [SHORTEST, SHOWN] = [2, '6'];

function LeadChoice({ problem }: { readonly problem: string | undefined }) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const isSearching = q.length >= SHORTEST;
  const found = useResource<ListedLead[]>(isSearching ? withQuery('/leads', { q, limit: SHOWN }) : undefined).data;
  return (
    <>
      <TextField
        label="Lead"
        type="search"
        autocomplete="off"
        hint="Nome, telefone ou e-mail"
        value={typed}
        problem={problem}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">{isSearching && found?.length === 0 && 'Nenhum lead encontrado.'}</div>
      {isSearching &&
        found?.map(({ id, name, phone }, index) => (
          <Check
            key={id}
            type="radio"
            name="lead"
            value={id}
            defaultChecked={index === 0}
            title={`${name ?? 'Sem nome'} · ${phoneText(phone)}`}
          />
        ))}
    </>
  );
}
