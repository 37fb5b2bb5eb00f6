import { useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { isReturnTime, MomentFields, RETURN_RULE, typedMoment } from '../activities/moment-fields';
import { returnTimes } from '../activities/return-times';

interface ReturnMenuProps {
  /** Resolves to false when the moment was refused. */
  readonly onChoose: (dueAt: string) => Promise<boolean>;
}

/** Menu of the moments at which to return to a lead. */
export function ReturnMenu({ onChoose }: ReturnMenuProps) {
  const [isDated, setDated] = useState(false);
  const [isBad, setBad] = useState(false);
  const save = async (values: FormData): Promise<void> => {
    const at = typedMoment(values);
    const isSaved = isReturnTime(at) && (await onChoose(at));
    setBad(!isSaved);
    if (isSaved) setDated(false);
  };
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
      {isDated && (
        <Dialog title="Retornar em" onClose={() => setDated(false)}>
          <Form onSubmit={save}>
            <MomentFields isBad={isBad} rule={RETURN_RULE} />
            <div class="dialog-actions">
              <Button onClick={() => setDated(false)}>Cancelar</Button>
              <Button type="submit" kind="primary">
                Salvar
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  );
}
