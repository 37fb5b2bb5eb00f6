import { described, ID, MOMENT, named, object, type Of, shape, TEXT } from './document/shape';

const QUERY = shape<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: TEXT.schema });

/** Filters and order of the list of leads that a member keeps under a name. */
export const SAVED_VIEW = named(
  'SavedView',
  object({
    id: ID,
    name: TEXT,
    query: described(QUERY, 'Parameters of GET /admin/v1/leads. Stages, members and sources may be gone meanwhile.'),
    created_at: MOMENT,
  }),
);
export type SavedViewShape = Of<typeof SAVED_VIEW>;
