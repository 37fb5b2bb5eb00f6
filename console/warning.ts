import type { NotificationView } from '../src/contract/notification';

/** Whether a notification warns of a problem that lasts until it is fixed. Such a notification comes first. */
export const isWarning = ({ type }: NotificationView): boolean => type === 'pipeline.not_configured';
