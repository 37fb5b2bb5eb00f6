import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { LeadView } from '../../src/contract/lead';
import type { Partner, TestApp } from './app';
import type { HttpClient } from './http-client';
import { everythingOf, leadCalls } from './lead-calls';

/** Makes and decides held submissions; `writer` cannot read. */
export function heldCalls(test: TestApp, partner: Partner, writer: HttpClient) {
  const calls = leadCalls(test, partner);
  const { submit, pair, nextPhone } = calls;
  const send = (body: object) => writer.post('/leads', body);

  const list = (query = '') => partner.owner.get<HeldSubmissionView[]>(`/held-submissions${query}`);
  const newest = async () => (await list()).data[0] as HeldSubmissionView;
  const decide = (id: string, what: string, body?: object) =>
    partner.owner.post<HeldSubmissionView>(`/held-submissions/${id}/${what}`, body);

  return {
    ...calls,
    list,
    newest,
    apply: (id: string, leadId: unknown) => decide(id, 'apply', { lead_id: leadId }),
    applyAsNew: (id: string) => decide(id, 'apply', { new_lead: true }),
    dismiss: (id: string) => decide(id, 'dismiss'),

    /** Held because its phone has two leads. */
    ambiguous: async (body: object = {}): Promise<{ held: HeldSubmissionView; leads: [LeadView, LeadView] }> => {
      const leads = await pair();
      expect((await send({ phone: leads[0].phone, ...body })).status).toBe(202);
      return { held: await newest(), leads };
    },

    /** Held because another phone has its external_id. */
    conflicting: async (body: object = {}): Promise<{ held: HeldSubmissionView; lead: LeadView }> => {
      const external_id = `taken-${nextPhone.mobile()}`;
      await submit({ external_id });
      const lead = await submit();
      await send({ phone: lead.phone, external_id, ...body });
      return { held: await newest(), lead };
    },

    /** Held note, because the lead's record is full. */
    full: async (body: object = {}): Promise<{ held: HeldSubmissionView; lead: LeadView }> => {
      const lead = await submit();
      await test.sql(`update leads set notes = repeat('x', 2000) where id = $1`, [lead.id]);
      await send({ phone: lead.phone, notes: 'importante', external_id: `full-${lead.phone}`, ...body });
      return { held: await newest(), lead };
    },

    everything: () => everythingOf(test, partner.accountId),

    quotaUsed: async (): Promise<number | undefined> => {
      const sql = 'select used from daily_submissions where account_id = $1';
      return (await partner.sql<{ used: number }>(sql))[0]?.used;
    },

    ledgerOf: (externalId: string | null) =>
      test.sql<{ lead_id: string | null; claims: boolean; result: string }>(
        `select lead_id, claims_external_id as claims, result from submissions
         where account_id = $1 and external_id = $2 order by id`,
        [partner.accountId, externalId],
      ),
  };
}
