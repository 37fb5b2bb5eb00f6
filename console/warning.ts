import type { NotificationView } from '../src/contract/notification';

/** Whether a notification warns of a problem that lasts until fixed; such notifications come first. */
export const isWarning = ({ type }: NotificationView): boolean => type === 'pipeline.not_configured';
