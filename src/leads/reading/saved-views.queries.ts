import { propertiesOf, selection } from '../../database/columns';
import { planned, prepared, readRows, write } from '../../database/query';
import { SavedView } from './saved-view.entity';

const LIST = prepared(
  'list_saved_views',
  `select ${selection(SavedView, 'v', propertiesOf(SavedView))} from saved_views v
   where v.account_id = $1 and v.member_id = $2 order by v.name_key`,
);

/** The views of a member, by name. */
export const listSavedViews = (accountId: string, memberId: string) => readRows<SavedView>(LIST, [accountId, memberId]);

const END = planned(
  `delete from saved_views where account_id = $1
     and member_id in (select m.id from members m where m.account_id = $1 and not m.active)`,
);

/** Deletes the views of all former members, for the transaction in which a membership ends. */
export const endSavedViews = (accountId: string) => write(END, [accountId]);
