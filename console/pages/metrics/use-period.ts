import { useMemo, useState } from 'preact/hooks';
import type { Period } from '../../../src/contract/metrics';
import { isoDay } from '../../format';
import { changeQuery, useQuery } from '../../router';
import { type Compared, comparedDays, comparedOf, type PeriodName, PERIODS } from './periods';

const IS_DAY = /^\d{4}-\d\d-\d\d$/;

/** Period and pipeline in the address: a reload keeps them, and Back restores earlier ones. */
export interface Choice extends Compared {
  /** Undefined for a custom range. */
  readonly name: PeriodName | undefined;
  readonly today: string;
  readonly pipelineId: string | undefined;
  readonly withoutSpam: boolean;
  readonly choose: (name: PeriodName) => void;
  readonly chooseDays: (period: Period) => void;
  readonly choosePipeline: (id: string) => void;
  readonly leaveOutSpam: (isLeftOut: boolean) => void;
}

export function useChoice(): Choice {
  const query = useQuery();
  const [today] = useState(() => isoDay(Date.now()));
  return useMemo(() => {
    const { periodo, pipeline_id: pipelineId, without_spam, from = '', to = '' } = query;
    const isOwn = IS_DAY.test(from) && IS_DAY.test(to) && from <= to;
    const name = PERIODS.find((one) => one === periodo) ?? PERIODS[0];
    return {
      ...(isOwn ? comparedDays({ from, to }) : comparedOf(name, today)),
      name: isOwn ? undefined : name,
      today,
      pipelineId,
      withoutSpam: without_spam === 'true',
      choose: (chosen) => changeQuery({ periodo: chosen, from: '', to: '' }),
      chooseDays: (chosen) => changeQuery({ periodo: '', ...chosen }),
      choosePipeline: (id) => changeQuery({ pipeline_id: id }),
      leaveOutSpam: (isLeftOut) => changeQuery({ without_spam: isLeftOut ? 'true' : '' }),
    };
  }, [query, today]);
}
