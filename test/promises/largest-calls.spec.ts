import { exactDocument, documentedRoutes } from '../support/document';
import { LARGEST_CALLS, WITHOUT_CALL } from '../support/largest-calls';

it('each route of the API reference has a largest call, or a reason for none', () => {
  const known = [...LARGEST_CALLS.map(({ route }) => route), ...Object.keys(WITHOUT_CALL)];
  expect([...new Set(known)].sort()).toEqual(documentedRoutes(exactDocument('http://entrada.test')).sort());
});
