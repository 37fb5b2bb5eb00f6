import { PIPELINE_EXAMPLE } from '../contract/document/examples';
import { PIPELINE } from '../contract/pipeline';
import { one, type RouteTexts, textsOf } from '../contract/document/route-text';
import { listOf } from '../contract/document/shape';

const route = textsOf('Pipeline');

export const PIPELINES_TEXTS: RouteTexts = {
  'GET /api/v1/pipelines': route('List the pipelines and their stages', {
    description: 'The default pipeline comes first. These are the ids that the other routes take.',
    answers: [one(200, 'All of them.', listOf(PIPELINE), [PIPELINE_EXAMPLE])],
  }),
};
