import { IDS, NOW } from '../contract/document/examples';
import { page, type RouteTexts, textsOf } from '../contract/document/route-text';
import { TIMELINE_ENTRY, type TimelineEntry } from '../contract/timeline';

const TIMELINE_EXAMPLE: TimelineEntry[] = [
  {
    id: IDS.submission,
    at: NOW,
    type: 'submission',
    submission: {
      key_id: IDS.key,
      result: 'updated',
      pipeline_id: IDS.pipeline,
      also_sent: { name: 'Ana Souza', utm_campaign: 'black-friday', value: 300 },
    },
  },
  {
    id: '00000000-0000-0000-0000-000000000001',
    at: '2026-03-02T03:00:00.000Z',
    type: 'note',
    note: { text: 'Quer agendar uma visita.', author: 'Site', day: '2026-03-02' },
  },
];

const route = textsOf('Owner: people');

export const TIMELINE_TEXTS: RouteTexts = {
  'GET /admin/v1/leads/{id}/timeline': route('List all that happened to a lead, the newest first', {
    description:
      'Submissions, notes, moves, appointments, assignments, merges, and the rules that tagged it or reminded of it.',
    answers: [page(TIMELINE_ENTRY, ...TIMELINE_EXAMPLE)],
    errors: ['not_found'],
  }),
};
