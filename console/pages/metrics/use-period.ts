import { useMemo, useState } from 'preact/hooks';
import type { Period } from '../../../src/contract/metrics';
import { addDays, dayBefore, daysBetween } from '../../format';
import { changeQuery, useQuery } from '../../router';

/** Periods that end today, by their days. */
export const LAST_DAYS = ['7', '30', '90', '365'] as const;
const DEFAULT_DAYS = '30';
const IS_DAY = /^\d{4}-\d\d-\d\d$/;

/** Period and pipeline in the address: a reload keeps them, and Back restores earlier ones. */
export interface Choice {
  readonly period: Period;
  /** As many days just before. */
  readonly before: Period;
  /** Number of last days; undefined for a custom range. */
  readonly days: string | undefined;
  readonly pipelineId: string | undefined;
  readonly withoutSpam: boolean;
  readonly chooseDays: (days: string) => void;
  readonly choosePeriod: (period: Period) => void;
  readonly choosePipeline: (id: string) => void;
  readonly leaveOutSpam: (isLeftOut: boolean) => void;
}

export function useChoice(): Choice {
  const query = useQuery();
  const [now] = useState(() => new Date());
  return useMemo(() => {
    const { pipeline_id: pipelineId, without_spam, from = '', to = '' } = query;
    const isOwn = IS_DAY.test(from) && IS_DAY.test(to) && from <= to;
    const days = LAST_DAYS.find((one) => one === query.dias) ?? DEFAULT_DAYS;
    const period = isOwn ? { from, to } : { from: dayBefore(now, Number(days) - 1), to: dayBefore(now, 0) };
    const length = daysBetween(period.from, period.to).length;
    return {
      period,
      before: { from: addDays(period.from, -length), to: addDays(period.from, -1) },
      days: isOwn ? undefined : days,
      pipelineId,
      withoutSpam: without_spam === 'true',
      chooseDays: (dias) => changeQuery({ dias, from: '', to: '' }),
      choosePeriod: (chosen) => changeQuery({ dias: '', ...chosen }),
      choosePipeline: (id) => changeQuery({ pipeline_id: id }),
      leaveOutSpam: (isLeftOut) => changeQuery({ without_spam: isLeftOut ? 'true' : '' }),
    };
  }, [query, now]);
}
