import { ERRORS } from '../../../src/contract/error';
import type { ApiKeyView, KeyRefusal, KeyRefusalDay } from '../../../src/contract/key';
import { MAX_KEY_REFUSALS, REFUSAL_DAYS } from '../../../src/contract/limits';
import { count, dateTime, fullDay, plural } from '../../format';
import { fieldWord } from '../../refusal-words';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Empty, Loaded } from '../../ui/loaded';
import { useResource } from '../../use-resource';

/** Action that a system attempted. */
const ROUTE_WORDS: Readonly<Record<string, string>> = {
  'POST /api/v1/leads': 'Enviar um lead',
  'GET /api/v1/leads': 'Listar leads',
  'POST /api/v1/leads/lookup': 'Buscar um lead pelo contato',
  'GET /api/v1/leads/{id}': 'Consultar um lead',
  'PATCH /api/v1/leads/{id}': 'Alterar um lead',
  'POST /api/v1/leads/{id}/stage': 'Mover um negócio',
  'GET /api/v1/pipelines': 'Listar funis',
  'GET /api/v1/metrics': 'Ler números',
};

const UNKNOWN_FIELDS = 'campos que não existem nesta chamada';

interface RefusalsProps {
  readonly of: ApiKeyView;
  readonly name: string;
  readonly onClose: () => void;
}

/** Recent refusals of a key, for those who repair the system that uses it. */
export function Refusals({ of: key, name, onClose }: RefusalsProps) {
  const refusals = useResource<KeyRefusal[]>(`/api-keys/${key.id}/refusals`);
  const days = useResource<KeyRefusalDay[]>(`/api-keys/${key.id}/refusal-days`);
  const reload = () => {
    void refusals.reload();
    void days.reload();
  };
  return (
    <Dialog title={`Últimos erros de “${name}”`} onClose={onClose}>
      <Days of={days.data ?? []} />
      <Loaded from={refusals}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nenhum erro">Nenhuma chamada com esta chave foi recusada até agora.</Empty>
          ) : (
            <>
              <p class="muted">
                {all.length < MAX_KEY_REFUSALS
                  ? plural(all.length, 'chamada recusada', 'chamadas recusadas')
                  : `As últimas ${MAX_KEY_REFUSALS} chamadas recusadas`}
                , da mais nova à mais antiga. O que foi enviado não é guardado.
              </p>
              <ul class="rows">
                {all.map((refusal, index) => (
                  <Refusal key={`${refusal.at} ${index}`} of={refusal} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <div class="dialog-actions">
        <Button onClick={reload}>Atualizar</Button>
        <Button kind="primary" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </Dialog>
  );
}

/** How often each reason came on each day. */
function Days({ of: days }: { readonly of: readonly KeyRefusalDay[] }) {
  if (days.length === 0) return null;
  return (
    <details>
      <summary>Por dia, nos últimos {REFUSAL_DAYS} dias</summary>
      <div class="scroll" role="region" aria-label="Recusas por dia" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Dia</th>
              <th scope="col">Motivo</th>
              <th scope="col" class="number">
                Vezes
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, code, count: times, fields }) => (
              <tr key={`${day} ${code}`}>
                <th scope="row" class="nowrap">
                  {fullDay(day)}
                </th>
                <td>
                  {ERRORS[code][1]}
                  {fields.length > 0 && (
                    <p class="small">
                      {fields.map((field) => `${fieldText(field.name)}: ${count(field.count)}`).join(', ')}
                    </p>
                  )}
                </td>
                <td class="number">{count(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const fieldText = (field: string): string => (field === '?' ? UNKNOWN_FIELDS : (fieldWord(field) ?? `“${field}”`));

function Refusal({ of: { at, route, code, fields } }: { readonly of: KeyRefusal }) {
  const named = fields.filter((field) => field !== '?').map(fieldText);
  return (
    <li class="card row">
      <div class="row-main">
        <p>
          <strong>{ROUTE_WORDS[route] ?? 'Outra chamada'}</strong>: {ERRORS[code][1]}
        </p>
        {fields.length > 0 && (
          <p class="small">
            Campos: {named.join(', ')}
            {fields.includes('?') && `${named.length > 0 ? ' e ' : ''}${UNKNOWN_FIELDS}`}
          </p>
        )}
        <p class="small muted">{dateTime(at)}</p>
      </div>
    </li>
  );
}
