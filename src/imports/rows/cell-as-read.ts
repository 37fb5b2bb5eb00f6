import type { ImportColumn } from '../../contract/import-columns';
import { answerIn } from '../cells/yes-no';
import { momentIn } from '../cells/moments';
import { originNamed } from '../cells/origin-words';
import { phoneIn } from '../cells/phones';
import { reaisIn } from '../cells/reais';
import { tagsIn } from '../cells/tags';
import { cleanText } from '../cells/texts';
import { dealIds } from './deal-names';
import type { Reading } from '../reading';

/** Shows how a cell was read: digits, codes, UTC moments, names of stages; the text itself if unreadable. */
export function cellAsRead(column: ImportColumn, cell: string, reading: Reading, areaCode?: string): string {
  const text = reading.textOf(cell).trim();
  switch (column) {
    case 'phone':
      return phoneIn(text, areaCode)?.digits ?? text;
    case 'tags':
      return tagsIn(text).join(', ');
    case 'consent':
      return String(answerIn(text, reading.answers) ?? text);
    case 'origin':
      return originNamed(text) ?? text;
    case 'created_at':
      return momentIn(text, reading.moments) ?? text;
    case 'deal.value':
      return String(reaisIn(text) ?? text);
    case 'responsible':
      return reading.memberOf(text)?.name ?? text;
    case 'deal.pipeline_id':
      return reading.labels.get(dealIds(reading.names, { pipeline_id: text }).deal.pipeline_id ?? '') ?? text;
    case 'deal.stage_id':
      return reading.labels.get(dealIds(reading.names, { stage_id: text }).deal.stage_id ?? '') ?? text;
    default:
      return cleanText(text, true);
  }
}
