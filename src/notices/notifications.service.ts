import { Injectable } from '@nestjs/common';
import { type NotificationView, WARNING_TYPE } from '../contract/notification';
import { missing } from '../common/missing';
import type { PageQuery } from '../common/input/page.dto';
import { LAST_ID, loadPage, type PagedAccount } from '../common/input/paging';
import { Database } from '../database/database';
import { findMissingEntry, type MissingEntry } from '../pipelines/entry-stage.queries';
import {
  countUnread,
  findNewestUnread,
  findNotification,
  listNotifications,
  MARKED_AT_ONCE,
  markNotificationRead,
  markNotificationsRead,
} from './notifications.queries';

/** Page of the list; `nextCursor` is null on the last one. */
interface NotificationPage {
  readonly entries: readonly NotificationView[];
  readonly nextCursor: string | null;
  readonly unread: number;
}

/** Notifications of the owner. While leads are refused, the reason comes first; it is computed, not stored. */
@Injectable()
export class NotificationsService {
  constructor(private readonly database: Database) {}

  /** Lists a page as of one moment. Throws 422 for a bad cursor. */
  list(account: PagedAccount, query: PageQuery): Promise<NotificationPage> {
    return this.database.snapshot(async (tx) => {
      const [unread, missing] = await tx.send([countUnread(account.id), findMissingEntry(account.id)]);
      const warnings = missing ? [warningOf(account.id, missing)] : [];
      const { rows: entries, nextCursor } = await loadPage(query, {
        secret: account.cursorSecret,
        scope: `notifications ${account.id}`,
        load: async (count, position) => {
          const first = position ? [] : warnings;
          const [before = LAST_ID] = position ?? [];
          return [...first, ...(await tx.send(listNotifications(account.id, before, count - first.length)))];
        },
        positionOf: ({ id, type }) => [type === WARNING_TYPE ? LAST_ID : id],
      });
      return { entries, nextCursor, unread: unread + warnings.length };
    });
  }

  /** Marks an entry; a repeated call gets the same answer. A warning stays unread until its cause is fixed. Throws `not_found`. */
  read(accountId: string, id: string): Promise<NotificationView> {
    return this.database.transaction(async (tx) => {
      const [lacking, , stored] = await tx.commit([
        findMissingEntry(accountId),
        markNotificationRead(accountId, id),
        findNotification(accountId, id),
      ]);
      const warning = lacking && warningOf(accountId, lacking);
      const entry = warning?.id === id ? warning : stored;
      if (!entry) throw missing('notification');
      return entry;
    });
  }

  /** Marks the present entries in batches; a warning stays unread until its cause is fixed. */
  async readAll(accountId: string): Promise<void> {
    const newest = await this.database.read(findNewestUnread(accountId));
    if (newest === undefined) return;
    for (let marked = MARKED_AT_ONCE; marked === MARKED_AT_ONCE;) {
      marked = (await this.database.write(markNotificationsRead(accountId, newest))).length;
    }
  }
}

const warningOf = (accountId: string, { pipelineId, pipelineName, now }: MissingEntry): NotificationView => ({
  id: pipelineId ?? accountId,
  type: WARNING_TYPE,
  message: `Leads novos estão sendo recusados: ${pipelineId === null ? NO_DEFAULT : noEntry(pipelineName ?? '')}`,
  created_at: now.toISOString(),
  read_at: null,
});

const NO_DEFAULT = 'a conta não tem um funil padrão. Abra Funis e torne um funil padrão.';

const noEntry = (name: string): string =>
  `o funil padrão “${name}” não tem etapa de entrada. Abra Funis, edite a etapa em que um lead novo deve começar e marque “Entrada”.`;
