import { ERRORS } from '../../../src/contract/error';
import type { ApiKeyView, KeyRefusal } from '../../../src/contract/key';
import { MAX_KEY_REFUSALS } from '../../../src/contract/limits';
import { dateTime, plural } from '../../format';
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

interface RefusalsProps {
  readonly of: ApiKeyView;
  readonly name: string;
  readonly onClose: () => void;
}

/** Recent refusals of a key, for those who repair the system that uses it. */
export function Refusals({ of: key, name, onClose }: RefusalsProps) {
  const refusals = useResource<KeyRefusal[]>(`/api-keys/${key.id}/refusals`);
  return (
    <Dialog title={`Últimos erros de “${name}”`} onClose={onClose}>
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
        <Button onClick={() => void refusals.reload()}>Atualizar</Button>
        <Button kind="primary" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </Dialog>
  );
}

function Refusal({ of: { at, route, code, fields } }: { readonly of: KeyRefusal }) {
  const named = fields.filter((field) => field !== '?').map((field) => fieldWord(field) ?? `“${field}”`);
  return (
    <li class="card row">
      <div class="row-main">
        <p>
          <strong>{ROUTE_WORDS[route] ?? 'Outra chamada'}</strong>: {ERRORS[code][1]}
        </p>
        {fields.length > 0 && (
          <p class="small">
            Campos: {named.join(', ')}
            {fields.includes('?') && `${named.length > 0 ? ' e ' : ''}campos que não existem nesta chamada`}
          </p>
        )}
        <p class="small muted">{dateTime(at)}</p>
      </div>
    </li>
  );
}
