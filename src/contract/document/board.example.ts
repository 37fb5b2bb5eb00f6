import type { Board } from '../board';
import { OWNER_DEAL_EXAMPLE, IDS, LEAD_EXAMPLE, NOW, RESPONSIBLE_EXAMPLE, stageExample } from './examples';

export const BOARD_EXAMPLE: Board = {
  id: IDS.pipeline,
  name: 'Funil de vendas',
  stages: [
    {
      ...stageExample(IDS.entryStage, 'Novo', 1, { is_entry: true }),
      count: 1,
      is_count_complete: true,
      value: 1500,
      cards: [
        {
          deal: OWNER_DEAL_EXAMPLE,
          lead: {
            id: IDS.lead,
            name: LEAD_EXAMPLE.name,
            phone: LEAD_EXAMPLE.phone,
            tags: LEAD_EXAMPLE.tags,
            origin: LEAD_EXAMPLE.origin,
            responsible: RESPONSIBLE_EXAMPLE,
          },
          updated_at: NOW,
          next_automation: {
            automation_id: IDS.automation,
            action: { type: 'move', stage_id: IDS.contactStage },
            at: '2026-03-05T15:30:00.123Z',
          },
        },
      ],
      next_cursor: null,
    },
  ],
};
