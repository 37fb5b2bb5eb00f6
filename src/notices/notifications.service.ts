import { Injectable } from '@nestjs/common';
import { type NotificationView, WARNING_TYPE } from '../contract/notification';
import { NO_ID } from '../common/input/id.pipe';
import { LAST_ID, loadPage, type PagedAccount, type PageQuery } from '../common/input/paging';
import { Database } from '../database/database';
import { findMissingEntry, type MissingEntry } from '../pipelines/pipeline.queries';
import { type MemberReader, OWNER_READER, type Reader, sees } from './notification-reader';
import {
  countUnread,
  findNewestUnread,
  findNotification,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  findNewest,
  markAllReadByMember,
  MARKED_AT_ONCE,
  searchUnread,
  type UnreadPart,
} from './notifications.queries';
import { missing } from '../common/api-error';

/** Page of the list; `nextCursor` is null on the last one. */
interface NotificationPage {
  readonly entries: readonly NotificationView[];
  readonly nextCursor: string | null;
  readonly unread: number;
}

/** Notifications of an account, as far as the reader sees them. While leads are refused, the reason comes first; it is computed, not stored. */
@Injectable()
export class NotificationsService {
  constructor(private readonly database: Database) {}

  /** Lists a page as of one moment. Throws 422 for a bad cursor. */
  list(account: PagedAccount, reader: Reader, query: PageQuery): Promise<NotificationPage> {
    return this.database.snapshot(account.id, undefined, async (tx) => {
      const [unread, missingEntry] = await tx.send([
        countUnread(account.id, reader),
        missingEntryFor(account.id, reader),
      ]);
      const warnings = missingEntry ? [warningOf(account.id, missingEntry)] : [];
      const { rows: entries, nextCursor } = await loadPage(query, {
        secret: account.cursorSecret,
        scope: scopeOf(account.id, reader),
        isSealed: reader !== OWNER_READER,
        load: async (count, position) => {
          const first = position ? [] : warnings;
          const [before = LAST_ID] = position ?? [];
          const [found, end] = await tx.send(listNotifications(account.id, reader, before, count - first.length));
          return { rows: [...first, ...found], cut: end === undefined ? undefined : [end] };
        },
        positionOf: ({ id, type }) => [type === WARNING_TYPE ? LAST_ID : id],
      });
      return { entries, nextCursor, unread: unread + warnings.length };
    });
  }

  /** Marks an entry; a repeated call gets the same answer. A warning stays unread until its cause is fixed. Throws `not_found`. */
  read(accountId: string, reader: Reader, id: string): Promise<NotificationView> {
    return this.database.transaction(accountId, async (tx) => {
      const [missingEntry, , stored] = await tx.commit([
        missingEntryFor(accountId, reader),
        markNotificationRead(accountId, reader, id),
        findNotification(accountId, reader, id),
      ]);
      const warning = missingEntry && warningOf(accountId, missingEntry);
      const entry = warning?.id === id ? warning : stored;
      if (!entry) throw missing('notification');
      return entry;
    });
  }

  /** Sets the reader's mark on the present entries, in batches; a warning stays unread until its cause is fixed. */
  async readAll(accountId: string, reader: Reader): Promise<void> {
    if (reader !== OWNER_READER) return this.readAllOfMember(accountId, reader);
    const newest = await this.database.read(findNewestUnread(accountId));
    if (newest === undefined) return;
    for (let marked = MARKED_AT_ONCE; marked === MARKED_AT_ONCE;) {
      marked = (await this.database.write(markNotificationsRead(accountId, newest))).length;
    }
  }

  private async readAllOfMember(accountId: string, reader: MemberReader): Promise<void> {
    const upTo = await this.database.read(findNewest(accountId));
    if (upTo === undefined) return;
    let after: string | null = NO_ID;
    while (after !== null) {
      const { ids, end }: UnreadPart = await this.database.read(searchUnread(accountId, reader, after, upTo));
      if (ids.length > 0) await this.database.write(markAllReadByMember(accountId, reader.memberId, ids));
      after = end;
    }
  }
}

const scopeOf = (accountId: string, reader: Reader): string =>
  reader === OWNER_READER
    ? `notifications ${accountId}`
    : JSON.stringify(['notifications', accountId, reader.memberId]);

const missingEntryFor = (accountId: string, reader: Reader) =>
  sees(reader, WARNING_TYPE) ? findMissingEntry(accountId) : undefined;

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
