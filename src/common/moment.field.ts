import { Must } from './fields';
import { isMoment } from './moment';

/** A moment in ISO 8601; without an offset it is UTC. */
export const IsMoment = (): PropertyDecorator =>
  Must(isMoment, 'deve ser uma data e hora ISO 8601, como 2026-03-01T12:00:00Z', {
    type: 'string',
    examples: ['2026-03-01T12:00:00Z'],
  });
