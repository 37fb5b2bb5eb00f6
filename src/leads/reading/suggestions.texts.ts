import { dataOf } from '../../contract/document/answers';
import { answer, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { listOf } from '../../contract/document/shape';
import { SUGGESTION } from '../../contract/suggestion';

const route = textsOf('Owner: people');

const names = (name: string) => [answer(200, 'Up to twenty.', dataOf(listOf(SUGGESTION)), { data: [{ name }] })];

const description = 'By the beginning `q`, in order. Only those of leads that the caller sees.';

export const SUGGESTIONS_TEXTS: RouteTexts = {
  'GET /admin/v1/tags': route('Suggest tags for a filter', { description, answers: names('cliente') }),
  'GET /admin/v1/campaigns': route('Suggest campaigns for a filter', { description, answers: names('natal') }),
};
