import type { Request } from 'express';
import { TokenLookUps } from './token-look-ups';

const from = (ip: string, destroyed = false): Request => ({ ip, socket: { destroyed, remoteAddress: ip } }) as Request;
const ONE = '203.0.113.1';
const OTHER = '203.0.113.2';

class Desk {
  readonly looks = new TokenLookUps();
  /** Tokens in the order in which their look-ups began. */
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (found: string | undefined) => void>();

  look(token: string, request = from(ONE)): Promise<string | undefined> {
    return this.looks.find(Buffer.from(token), request, () => {
      this.begun.push(token);
      return new Promise((resolve) => this.ends.set(token, resolve));
    });
  }

  async end(token: string, found?: string): Promise<void> {
    this.ends.get(token)?.(found);
    await new Promise(setImmediate);
  }
}

describe('look-ups of tokens that have opened nothing yet', () => {
  it('run two at once, and the others in their order', async () => {
    const desk = new Desk();
    const answers = ['a', 'b', 'c', 'd'].map((token) => desk.look(token));
    expect(desk.begun).toEqual(['a', 'b']);
    await desk.end('b');
    expect(desk.begun).toEqual(['a', 'b', 'c']);
    await desk.end('a');
    expect(desk.begun).toEqual(['a', 'b', 'c', 'd']);
    await desk.end('c', 'session');
    await desk.end('d');
    expect(await Promise.all(answers)).toEqual([undefined, undefined, 'session', undefined]);
    void desk.look('e');
    void desk.look('f');
    expect(desk.begun.slice(4)).toEqual(['e', 'f']);
  });

  it('wait for one of each other address, not for all that came before', async () => {
    const desk = new Desk();
    for (const token of ['a', 'b', 'c', 'd', 'e']) void desk.look(token);
    void desk.look('right', from(OTHER));
    await desk.end('a');
    await desk.end('b');
    expect(desk.begun).toEqual(['a', 'b', 'c', 'right']);
  });

  it('do not run for a caller who has left', async () => {
    const desk = new Desk();
    for (const token of ['a', 'b']) void desk.look(token);
    const left = desk.look('c', from(ONE, true));
    const next = desk.look('d');
    await Promise.all([desk.end('a'), expect(left).rejects.toMatchObject({ code: 'unauthorized' })]);
    expect(desk.begun).toEqual(['a', 'b', 'd']);
    await desk.end('d', 'session');
    expect(await next).toBe('session');
  });

  it('that fail give their place on', async () => {
    const looks = new TokenLookUps();
    const fail = () => looks.find(Buffer.from('x'), from(ONE), () => Promise.reject(new Error('no database')));
    const answers = await Promise.allSettled([fail(), fail(), fail(), fail()]);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(await looks.find(Buffer.from('y'), from(ONE), () => Promise.resolve(1))).toBe(1);
  });
});

describe('look-ups of a token that has opened something', () => {
  it('wait for no others, until it opens nothing any more', async () => {
    const desk = new Desk();
    void desk.look('mine');
    await desk.end('mine', 'session');
    for (const token of ['a', 'b', 'c']) void desk.look(token);
    void desk.look('mine');
    expect(desk.begun).toEqual(['mine', 'a', 'b', 'mine']);
    await desk.end('mine');
    void desk.look('mine');
    expect(desk.begun).toHaveLength(4);
  });

  it('are remembered for the 10,000 latest tokens', async () => {
    const desk = new Desk();
    const once = async (token: string) => {
      const answer = desk.look(token);
      await desk.end(token, 'session');
      await answer;
    };
    await once('first');
    await desk.looks.find(Buffer.from('second'), from(ONE), () => Promise.resolve('session'));
    for (let n = 2; n < 10_001; n++)
      await desk.looks.find(Buffer.from(`other ${n}`), from(ONE), () => Promise.resolve('session'));
    for (const token of ['a', 'b', 'first', 'second']) void desk.look(token);
    expect(desk.begun).toEqual(['first', 'a', 'b', 'second']);
  });
});
