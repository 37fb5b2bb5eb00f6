import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { Database } from '../database/database';
import { planned, prepared } from '../database/sql';

/** An entry of the owner's list, as the admin API shows it. */
export interface NotificationView {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

const FIELDS = 'id, type, message, created_at, read_at';

const LIST = planned(
  `select ${FIELDS} from notifications
   where account_id = $1 and ($3::uuid is null or id < $3) order by id desc limit $2`,
);

const COUNT_UNREAD = planned(
  `select count(*)::int as unread from notifications where account_id = $1 and read_at is null`,
);

const MARK_READ = prepared(
  'mark_notification_read',
  `update notifications set read_at = coalesce(read_at, $3) where account_id = $1 and id = $2 returning ${FIELDS}`,
);

/** The owner's list of notices. */
@Injectable()
export class NotificationsService {
  constructor(private readonly database: Database) {}

  /** Newest first, behind the entry with this id; ids grow with time. */
  list(accountId: string, count: number, before: string | null): Promise<NotificationView[]> {
    return this.database.rows<NotificationView>(LIST, [accountId, count, before]);
  }

  async countUnread(accountId: string): Promise<number> {
    return (await this.database.row<{ unread: number }>(COUNT_UNREAD, [accountId]))?.unread ?? 0;
  }

  /** Again: the same answer. Throws `not_found`. */
  async read(accountId: string, id: string): Promise<NotificationView> {
    const entry = await this.database.row<NotificationView>(MARK_READ, [accountId, id, new Date()]);
    if (!entry) throw new ApiError('not_found');
    return entry;
  }
}
