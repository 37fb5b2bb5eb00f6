import type { BulkJobView } from '../../src/contract/lead';
import { MAX_BULK_JOB_LEADS } from '../../src/contract/limits';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { addLeads } from '../support/many-leads';
import { tally } from '../support/race';

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('bulk_job_sizes') }));

it('a job takes as many leads as it may have, several times, and no longer list', async () => {
  const partner = await test.partner();
  const [pipeline] = (await partner.owner.get<{ id: string; stages: { id: string }[] }[]>('/pipelines')).data;
  const place = {
    accountId: partner.accountId,
    pipelineId: pipeline?.id ?? '',
    stageId: pipeline?.stages[0]?.id ?? '',
  };
  await addLeads(test, place, { count: MAX_BULK_JOB_LEADS, since: '2026-01-01' });
  await test.sql('analyze');
  const start = () => partner.owner.post<BulkJobView>('/bulk-jobs', { add_tags: ['VIP'] });
  const begun: [number, number | undefined][] = [];
  for (let nth = 0; nth < 5; nth++) {
    const { status, body } = await start();
    begun.push([status, body.data?.leads]);
    await partner.sql(`update bulk_jobs set state = 'finished', finished_at = now() where account_id = $1`);
  }
  expect(tally(begun.map(String))).toEqual({ [`202,${MAX_BULK_JOB_LEADS}`]: 5 });
  await partner.api.post('/leads', { phone: '11987654321' });
  const refused = await start();
  expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
});
