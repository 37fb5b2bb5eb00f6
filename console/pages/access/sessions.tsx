import { useState } from 'preact/hooks';
import { SESSION_HOURS, SESSION_IDLE_HOURS } from '../../../src/contract/limits';
import type { SessionView } from '../../../src/contract/session';
import { call } from '../../api';
import { dateTime } from '../../format';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';

export function Sessions() {
  const sessions = usePages<SessionView>('/sessions');
  const [isEndingAll, setEndingAll] = useState(false);
  const action = useAction();
  const end = async ({ id }: SessionView): Promise<void> => {
    const isDone = await action.run(() => call('DELETE', `/sessions/${id}`));
    await sessions.reload();
    if (isDone) say('Sessão encerrada.');
  };
  return (
    <PageFrame
      title="Sessões"
      about={`Onde alguém está nesta conta com o seu acesso. Uma sessão dura no máximo ${SESSION_HOURS} horas e termina após ${SESSION_IDLE_HOURS} horas sem uso.`}
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
        {(rows) => (
          <>
            <ul class="rows">
              {rows.map((one) => (
                <SessionRow key={one.id} of={one} isBusy={action.isBusy} onEnd={() => end(one)} />
              ))}
            </ul>
            <More of={sessions} />
          </>
        )}
      </Loaded>
      {isEndingAll && <EndOthers onEnded={sessions.reload} onClose={() => setEndingAll(false)} />}
    </PageFrame>
  );
}

interface SessionRowProps {
  readonly of: SessionView;
  readonly isBusy: boolean;
  readonly onEnd: () => Promise<void>;
}

function SessionRow({ of: session, isBusy, onEnd }: SessionRowProps) {
  const since = dateTime(session.created_at);
  return (
    <li class="card row">
      <div class="row-main">
        <h2 class="row-title">
          Iniciada em {since} {session.current && <span class="badge accent">Esta sessão</span>}
        </h2>
        <p class="small muted">
          Último uso em {dateTime(session.last_used_at)} · vale no máximo até {dateTime(session.expires_at)}
        </p>
      </div>
      {!session.current && (
        <Button label={`Encerrar a sessão iniciada em ${since}`} disabled={isBusy} onClick={onEnd}>
          Encerrar
        </Button>
      )}
    </li>
  );
}

interface EndOthersProps {
  readonly onEnded: () => Promise<void>;
  readonly onClose: () => void;
}

function EndOthers({ onEnded, onClose }: EndOthersProps) {
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
      <p>Só esta continua. Quem estiver nas outras precisa de um novo link para voltar.</p>
    </Confirm>
  );
}
