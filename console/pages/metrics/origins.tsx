import type { OriginOutcome, Period } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count } from '../../format';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { Change, New } from './change';
import { Outcomes, OutcomeTable } from './outcome-table';
import { FigureLink } from './figure-link';
import { rowsBeside } from './rows-beside';
import type { Beside } from './use-compared';

interface OriginsProps {
  readonly of: Beside<readonly OriginOutcome[]>;
  readonly period: Period;
  readonly withoutSpam: boolean;
}

export function Origins({ of: origins, period, withoutSpam }: OriginsProps) {
  const rows = rowsBeside(origins, {
    keyOf: ({ origin }) => origin,
    noneOf: ({ origin }) => ({ origin, leads: 0, won: 0, lost: 0 }),
  });
  const most = Math.max(0, ...origins.now.map(({ leads }) => leads));
  return (
    <OutcomeTable
      title="Leads por origem"
      empty="Nenhum contato novo neste período"
      head={
        <>
          <th scope="col">Origem</th>
          <th scope="col">Leads</th>
        </>
      }
      rows={rows}
      rowOf={(row) => {
        const { now, before, isNew } = row;
        const name = ORIGIN_WORDS[now.origin];
        const leads = { name: 'leads', by: 'origin', key: now.origin, period } as const;
        const contacts = { kind: 'contacts', origin: now.origin, period } as const;
        return (
          <tr key={now.origin}>
            <th scope="row">
              <FigureLink of={leads} withoutSpam={withoutSpam}>
                {name}
              </FigureLink>
              {isNew && <New />}
            </th>
            <BarCell
              value={now.leads}
              most={most}
              colour={`origin-${now.origin}`}
              text={
                <>
                  <FigureLink of={leads} withoutSpam={withoutSpam} label={`Leads, ${name}: ${count(now.leads)}`}>
                    {count(now.leads)}
                  </FigureLink>
                  {!isNew && <Change now={now.leads} before={before?.leads} />}
                </>
              }
            />
            <Outcomes of={row} {...{ name, contacts, withoutSpam }} />
          </tr>
        );
      }}
    />
  );
}
