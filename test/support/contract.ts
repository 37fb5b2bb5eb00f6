import type { Document, Operation, ResponseObject } from './document';

type ProblemAt = (place: string, value: unknown) => string | undefined;

/** Loaded when needed: the benchmark imports this file too, outside Jest. */
const checks = () =>
  loadedOnce('./checks.cjs') as {
    checksOf: (document: Document) => ProblemAt;
    exactChecks: () => { document: Document; problemAt: ProblemAt };
  };

export interface Observed {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** Paths outside the API reference: pages for people and their files. */
const PAGES = /^\/(?:docs|console)(?:\/|$)/;

const NOWHERE = ['not_found', 'rate_limited', 'invalid_json', 'payload_too_large'];

/** Checks requests and answers against a document. */
export class Contract {
  private readonly templates;

  constructor(
    readonly document: Document,
    private readonly problemAt = checks().checksOf(document),
  ) {
    this.templates = Object.keys(document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
    }));
  }

  /** Finds the operation of a request; of two matching templates, the one with fewer parameters. */
  operationOf(method: string, path: string): { template: string; operation: Operation } | undefined {
    const [found] = this.templates
      .filter(({ pattern }) => pattern.test(path))
      .sort((a, b) => a.parameters - b.parameters);
    const operation = found && this.document.paths[found.template]?.[method.toLowerCase()];
    return operation && { template: found.template, operation };
  }

  /** Returns why the value breaks the schema at this place of the document. */
  problemsAt(pointer: readonly string[], value: unknown): string | undefined {
    const place = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    return this.problemAt(place, value);
  }
}

let contract: Contract | undefined;
export function theContract(): Contract {
  const { document, problemAt } = checks().exactChecks();
  return (contract ??= new Contract(document, problemAt));
}

/** How many answers of each route and status a file checks. The fuzz checks every one. */
export const checked = { most: 2 };
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const counts = new Map<string, number>();

/** Throws unless the API reference documents this answer: route, status, headers, code and every field. Checks the first ones. */
export function expectDocumented(method: string, target: string, observed: Observed): void {
  const kind = `${method} ${target.replace(ID, '')} ${observed.status}`;
  const count = counts.get(kind) ?? 0;
  if (count >= checked.most) return;
  counts.set(kind, count + 1);
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

/** Checks that required headers are present and that each fits its schema; numbers are parsed. */
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

/** Checks the error envelope for a path without a route. */
function problemOfNowhere(isHead: boolean, { text }: Observed): string | undefined {
  if (isHead) return undefined;
  const problems = NOWHERE.map((code) =>
    theContract().problemsAt(['components', 'schemas', `Error_${code}`], JSON.parse(text)),
  );
  return problems.includes(undefined) ? undefined : `no such route in the API reference, and ${problems.join('; ')}`;
}
