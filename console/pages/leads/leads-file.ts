import { readFile } from '../../api';
import { type RouteQuery, withQuery } from '../../router';
import { say } from '../../ui/messages';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';

/** Spreadsheets need it to read the file as UTF-8. */
const BOM = '\ufeff';

/** The file of the leads with the filters at the moment of the click, saved by the browser. */
export function useLeadsFile(queryNow: () => RouteQuery) {
  const { run, isBusy, failure } = useAction();
  const save = async (): Promise<void> => {
    const isSaved = await run(async () => {
      saveFile('leads.csv', BOM + (await readFile(withQuery('/leads/export.csv', queryNow()))), 'text/csv');
    });
    if (isSaved) say('Leads exportados.');
  };
  return { save, isBusy, failure };
}
