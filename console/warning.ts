import type { NotificationView } from '../src/contract/notice';

/** Whether a notice warns of a problem that lasts until it is fixed; such a notice comes first. */
export const isWarning = ({ type }: NotificationView): boolean => type === 'pipeline.not_configured';
