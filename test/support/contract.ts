import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Document, exactDocument, type Operation, type ResponseObject } from '../../src/reference/document';

/** An answer as it came over the wire. */
export interface Observed {
  readonly status: number;
  /** Undefined when the answer has no such header. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** Paths that are not part of the API reference: the pages for people and their files. */
const PAGES = /^\/(?:docs|console)(?:\/|$)/;

/** The codes of answers to a path without a route. */
const NOWHERE = ['not_found', 'rate_limited', 'invalid_json', 'payload_too_large'];

/** A document; checks whether requests and answers are as it says. */
export class Contract {
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, discriminator: false }));
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly templates;

  constructor(readonly document: Document) {
    this.templates = Object.keys(document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
    }));
    this.ajv.addSchema({ ...document, $id: 'reference' });
  }

  /** The operation of a request; if two templates match, the one with fewer parameters. */
  operationOf(method: string, path: string): { template: string; operation: Operation } | undefined {
    const [found] = this.templates
      .filter(({ pattern }) => pattern.test(path))
      .sort((a, b) => a.parameters - b.parameters);
    const operation = found && this.document.paths[found.template]?.[method.toLowerCase()];
    return operation && { template: found.template, operation };
  }

  /** Whether the value fits the schema at this place of the document; if not, the reasons. */
  problemsAt(pointer: readonly string[], value: unknown): string | undefined {
    const place = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    let validate = this.validators.get(place);
    if (!validate) this.validators.set(place, (validate = this.ajv.compile({ $ref: `reference#/${place}` })));
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors);
  }
}

let contract: Contract | undefined;
/** Made once in a test file, when it is first needed. */
export const theContract = (): Contract => (contract ??= new Contract(exactDocument('http://entrada.test')));

/** Throws unless the API reference tells of this answer: its route, status, headers, code and every field. */
export function expectDocumented(method: string, target: string, observed: Observed): void {
  const problem = problemOf(method, target, observed);
  if (!problem) return;
  throw new Error(
    `not as the API reference says: ${method} ${target} → ${observed.status}: ${problem}\n${observed.text}`,
  );
}

function problemOf(method: string, target: string, observed: Observed): string | undefined {
  const path = target.replace(/[?#].*$/s, '');
  if (PAGES.test(path)) return undefined;
  const isHead = method === 'HEAD';
  const found = theContract().operationOf(isHead ? 'GET' : method, path);
  if (!found) return problemOfNowhere(isHead, observed);
  const { template, operation } = found;
  const response = operation.responses[observed.status];
  if (!response) return `status ${observed.status} is not documented`;
  const wrongHeader = problemOfHeaders(response, observed);
  if (wrongHeader) return wrongHeader;
  if (isHead || !response.content) return observed.text === '' ? undefined : 'a body where none is documented';
  const [type = ''] = Object.keys(response.content);
  if (!observed.header('content-type')?.startsWith(type)) return `content type is not ${type}`;
  const place = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(observed.status),
    'content',
    type,
    'schema',
  ];
  const body: unknown = type === 'application/json' ? JSON.parse(observed.text) : observed.text;
  return theContract().problemsAt(place, body);
}

/** Checks the headers: required ones are there, and each fits its schema (numbers are read as numbers). */
function problemOfHeaders({ headers }: ResponseObject, { header }: Observed): string | undefined {
  for (const [name, { $ref }] of Object.entries(headers)) {
    const value = header(name);
    if (value === undefined && $ref) return `header ${name} is missing`;
    if (value === undefined || !$ref) continue;
    const place = ['components', 'headers', name, 'schema'];
    const problem = theContract().problemsAt(place, /^\d+$/.test(value) ? Number(value) : value);
    if (problem) return `header ${name}: ${problem}`;
  }
  return undefined;
}

/** Checks the answer to a path without a route: the envelope, with a code for that. */
function problemOfNowhere(isHead: boolean, { text }: Observed): string | undefined {
  if (isHead) return undefined;
  const problems = NOWHERE.map((code) =>
    theContract().problemsAt(['components', 'schemas', `Error_${code}`], JSON.parse(text)),
  );
  return problems.includes(undefined) ? undefined : `no such route in the API reference, and ${problems.join('; ')}`;
}
