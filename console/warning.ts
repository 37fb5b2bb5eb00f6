import type { NotificationView } from '../src/contract/notice';

/** Whether a notice warns of what goes on until it is mended; such a one comes first. */
export const isWarning = ({ type }: NotificationView): boolean => type === 'pipeline.not_configured';
