import { BOARD } from '../contract/board';
import { BOARD_EXAMPLE } from '../contract/document/board.example';
import { one, type RouteTexts, textsOf } from '../contract/document/route-text';
import { MAX_BOARD_COUNT, MAX_LEADS_OF_BOARD } from '../contract/limits';

const route = textsOf('Owner: pipelines');

export const BOARD_TEXTS: RouteTexts = {
  'GET /admin/v1/pipelines/{id}/board': route('Show the board of a pipeline: its stages with their first cards', {
    description: `Cards are in the order in which their leads changed, the last changed first. With \`stage_id\` the answer has this stage only, and \`cursor\` gives its next page. A lead with several deals in a stage has several cards; \`limit\` and \`count\` are of leads. At most ${MAX_BOARD_COUNT} leads of a stage are counted. A board shows at most ${MAX_LEADS_OF_BOARD} leads, so of many stages it may show fewer than \`limit\` each. \`responsible\` is a member’s id, \`me\` or \`none\`. \`q\`, \`tag\` and \`origin\` are as on GET /admin/v1/leads. Few leads are found in any place. Of very many, not all are checked at once: a page may then be short and go on in \`next_cursor\`, and \`is_count_complete\` is false.`,
    rules: [
      { fields: ['responsible'], rule: '`responsible` is not `me` for the operator.' },
      { fields: ['stage_id'], rule: '`stage_id` is a stage of this pipeline.' },
      { fields: ['cursor'], rule: '`cursor` is only sent with the `stage_id` that it came with.' },
    ],
    answers: [one(200, 'The board.', BOARD, BOARD_EXAMPLE)],
    errors: ['not_found'],
  }),
};
