import { type IncomingHttpHeaders, request } from 'node:http';
import { newToken } from '../../src/sources/forms/form-token';
import type { NewSourceView, SourceForm } from '../../src/contract/source';
import type { Partner, TestApp } from './app';

/** An answer of a form, with what its page would send. */
export interface FormAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly html: string;
}

type Values = Readonly<Record<string, string>>;

let visitors = 0;

/** Opens and sends forms as a browser does; each visitor has an address of their own. */
export function formVisitor(test: TestApp) {
  const address = `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`;
  const ask = (method: string, path: string, body = '', more: Values = {}): Promise<FormAnswer> =>
    new Promise((resolve, reject) => {
      const type = method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' } : {};
      const headers = { 'X-Forwarded-For': address, ...type, ...more };
      request(test.url + path, { method, headers }, (response) => {
        let html = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (html += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, html }));
      })
        .on('error', reject)
        .end(body);
    });
  return {
    get: (path: string, headers?: Values) => ask('GET', path, '', headers),
    post: (path: string, values: Values) => ask('POST', path, new URLSearchParams(values).toString()),
    postBody: (path: string, body: string) => ask('POST', path, body),
  };
}

/** The hidden inputs of a page, as its browser sends them. */
export const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );

/** Calls about the forms of an account. */
export function formCalls(test: TestApp, partner: Partner) {
  const create = async (form: SourceForm = {}, more: object = {}): Promise<NewSourceView & { path: string }> => {
    const { data } = await partner.owner.post<NewSourceView>('/sources', { kind: 'form', name: 'site', form, ...more });
    return { ...data, path: new URL(data.address).pathname };
  };
  /** Signs a page of this age. */
  const tokenOf = async ({ id, form }: Pick<NewSourceView, 'id' | 'form'>, ageMs = 5_000): Promise<string> => {
    const [account] = await partner.sql<{ secret: Buffer }>(
      'select cursor_secret as secret from accounts where id = $1',
    );
    return newToken({ secret: account?.secret ?? Buffer.alloc(0), sourceId: id, form: form ?? {} }, Date.now() - ageMs);
  };
  /** Sends a form that was opened a while ago, by a new visitor. */
  const send = async (source: NewSourceView & { path: string }, values: Values, by = formVisitor(test)) =>
    by.post(source.path, { token: await tokenOf(source), ...values });
  return { create, tokenOf, send };
}
