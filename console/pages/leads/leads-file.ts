import { readFile } from '../../api';
import { type RouteQuery, withQuery } from '../../router';
import { say } from '../../ui/messages';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';

/** Spreadsheets need it to read the file as UTF-8. */
const BOM = '\ufeff';

/** The file of the leads with these filters, saved by the browser. */
export function useLeadsFile(query: RouteQuery) {
  const { run, isBusy, failure } = useAction();
  const save = async (): Promise<void> => {
    const isSaved = await run(async () => {
      saveFile('leads.csv', BOM + (await readFile(withQuery('/leads/export.csv', query))), 'text/csv');
    });
    if (isSaved) say('Leads exportados.');
  };
  return { save, isBusy, failure };
}
