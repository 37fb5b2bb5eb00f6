import '../app.module';
import { buildDocument } from './document';
import { documentText } from './document-text';

const document = buildDocument('http://entrada.test');
const text = documentText(document);

const statusesOf = (operationId: string): string[] => {
  const operation = text.slice(text.indexOf(`"operationId":"${operationId}"`));
  const answers = operation.slice(operation.indexOf('"responses":'), operation.indexOf('"operationId"', 1));
  return [...answers.matchAll(/"(\d{3})":\{"description"/g)].map(([, status = '']) => status);
};

it('is the document', () => {
  expect(JSON.parse(text)).toEqual(document);
  expect(JSON.parse(documentText(document, 2))).toEqual(document);
});

it.each([
  ['leads.submit', ['201', '200', '202', '400']],
  ['leadEdits.add', ['201', '200', '400', '401']],
  ['accounts.open', ['201', '400', '401', '403']],
  ['leads.list', ['200', '400', '401', '403']],
])('%s: what a mock answers first comes first', (operationId, statuses) =>
  expect(statusesOf(operationId).slice(0, 4)).toEqual(statuses),
);
