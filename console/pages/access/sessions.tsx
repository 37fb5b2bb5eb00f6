import { useState } from 'preact/hooks';
import { REMEMBERED_DAYS, SESSION_HOURS, SESSION_IDLE_HOURS } from '../../../src/contract/limits';
import type { SessionView } from '../../../src/contract/session';
import { call } from '../../api';
import { dateTime } from '../../format';
import { useMe } from '../../me';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useActed } from '../../use-acted';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';

export function Sessions() {
  const sessions = usePages<SessionView>('/sessions');
  const { member } = useMe();
  const acted = useActed(sessions.data ?? NONE);
  const isOfAll = member?.role === 'owner';
  const [isEndingAll, setEndingAll] = useState(false);
  const action = useAction();
  const end = async (session: SessionView): Promise<void> => {
    const isDone = await action.run(() => call('DELETE', `/sessions/${session.id}`));
    if (isDone) acted.act(session, ENDED, undefined);
    await sessions.reload();
    if (isDone) say(ENDED);
  };
  return (
    <PageFrame
      title="Sessões"
      about={`${isOfAll ? 'Onde a equipe está nesta conta.' : 'Onde alguém está nesta conta com o seu acesso.'} ${HOW_LONG}`}
      actions={
        (sessions.more ?? sessions.data?.some(({ current }) => !current)) && (
          <Button icon="leave" onClick={() => setEndingAll(true)}>
            Encerrar todas as outras
          </Button>
        )
      }
    >
      <FailureNotice failure={action.failure} />
      <Loaded from={sessions}>
        {() => (
          <>
            <ul class="rows">
              {acted.rows.map((one) => (
                <SessionRow
                  key={one.id}
                  of={one}
                  done={acted.actedOn(one.id)?.done}
                  isBusy={action.isBusy}
                  onEnd={() => end(one)}
                />
              ))}
            </ul>
            <More of={sessions} />
          </>
        )}
      </Loaded>
      {isEndingAll && <EndOthers isOfAll={isOfAll} onEnded={sessions.reload} onClose={() => setEndingAll(false)} />}
    </PageFrame>
  );
}

const NONE: readonly SessionView[] = [];
const ENDED = 'Sessão encerrada.';
const HOW_LONG = `Uma sessão dura no máximo ${SESSION_HOURS} horas e termina após ${SESSION_IDLE_HOURS} horas sem uso; em um aparelho lembrado, ${REMEMBERED_DAYS} dias.`;

interface SessionRowProps {
  readonly of: SessionView;
  /** What was just done, while the row keeps its place before it leaves the list. */
  readonly done: string | undefined;
  readonly isBusy: boolean;
  readonly onEnd: () => Promise<void>;
}

function SessionRow({ of: session, done, isBusy, onEnd }: SessionRowProps) {
  const since = dateTime(session.created_at);
  return (
    <li class={done ? 'card row faded' : 'card row'} inert={Boolean(done)}>
      <div class="row-main">
        <h2 class="row-title">
          {session.member.name} · {session.device ?? 'Aparelho desconhecido'}{' '}
          {session.current && <span class="badge accent">Esta sessão</span>}{' '}
          {session.calendar ? (
            <span class="badge">Só lê os agendamentos</span>
          ) : (
            session.remembered && <span class="badge">Aparelho lembrado</span>
          )}
        </h2>
        <p class="small muted">
          Iniciada em {since} · último uso em {dateTime(session.last_used_at)} · vale no máximo até{' '}
          {dateTime(session.expires_at)}
        </p>
      </div>
      {done}
      {!session.current && !done && (
        <Button
          label={`Encerrar a sessão de ${session.member.name} iniciada em ${since}`}
          disabled={isBusy}
          onClick={onEnd}
        >
          Encerrar
        </Button>
      )}
    </li>
  );
}

interface EndOthersProps {
  /** Whether the sessions of the whole team end. */
  readonly isOfAll: boolean;
  readonly onEnded: () => Promise<void>;
  readonly onClose: () => void;
}

function EndOthers({ isOfAll, onEnded, onClose }: EndOthersProps) {
  const action = useAction();
  const end = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', '/sessions')))) return;
    onClose();
    await onEnded();
    say('As outras sessões foram encerradas.');
  };
  return (
    <Confirm
      title="Encerrar todas as outras sessões?"
      verb="Encerrar as outras"
      action={action}
      onConfirm={end}
      onClose={onClose}
    >
      <p>
        Só esta continua{isOfAll && ': as do resto da equipe terminam também'}. Quem estiver nas outras precisa de um
        novo link para voltar.
      </p>
      <p>Endereços de calendário, da página “Agenda”, terminam também.</p>
    </Confirm>
  );
}
