import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { FailureNotice } from '../../ui/notice';
import { isReturnTime, MomentFields, RETURN_RULE, typedMoment } from '../activities/moment-fields';
import { returnTimes } from '../activities/return-times';

interface ReturnProps {
  /** Resolves to false when it failed. */
  readonly onChoose: (dueAt: string) => Promise<boolean>;
  /** Why it failed last. */
  readonly failure: ApiFailure | undefined;
}

/** Menu of the moments at which to return to a lead. */
export function ReturnMenu({ onChoose, failure }: ReturnProps) {
  const [isDated, setDated] = useState(false);
  return (
    <>
      <Menu title="Retornar em…" icon="timer">
        {returnTimes().map(({ text, value }) => (
          <Button key={text} kind="quiet" onClick={() => onChoose(value)}>
            {text}
          </Button>
        ))}
        <Button kind="quiet" onClick={() => setDated(true)}>
          Data…
        </Button>
      </Menu>
      {isDated && <ReturnDialog onChoose={onChoose} failure={failure} onClose={() => setDated(false)} />}
    </>
  );
}

interface ReturnDialogProps extends ReturnProps {
  /** Whether it offers the usual moments too, where no menu has done so. */
  readonly hasTimes?: boolean;
  readonly onClose: () => void;
}

/** Asks for the moment at which to return to a lead. */
export function ReturnDialog({ onChoose, failure, hasTimes, onClose }: ReturnDialogProps) {
  const [isBad, setBad] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const choose = async (at: string): Promise<void> => {
    const isGood = isReturnTime(at);
    setBad(!isGood);
    if (!isGood) return;
    if (await onChoose(at)) onClose();
    else setFailed(true);
  };
  return (
    <Dialog title="Retornar em" onClose={onClose}>
      {/* The dialog covers the row's own notice. */}
      {hasFailed && <FailureNotice failure={failure} />}
      {hasTimes && (
        <div class="kinds">
          {returnTimes().map(({ text, value }) => (
            <Button key={text} onClick={() => choose(value)}>
              {text}
            </Button>
          ))}
        </div>
      )}
      <Form onSubmit={(values) => choose(typedMoment(values))}>
        <MomentFields isBad={isBad} rule={RETURN_RULE} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary">
            Salvar
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
