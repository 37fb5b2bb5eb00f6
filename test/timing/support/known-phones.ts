import { HttpClient } from '../../support/http-client';
import { phones } from '../../support/phones';

const AT_ONCE = 8;

/** Creates `count` phones with one lead each. The key must be allowed to read, so that the answer is 201. */
export async function knownPhones(url: string, key: string, count: number, next: ReturnType<typeof phones>) {
  const api = new HttpClient(`${url}/api/v1`, key);
  const known: string[] = [];
  const worker = async (): Promise<void> => {
    while (known.length < count) {
      const phone = next.mobile();
      known.push(phone);
      expect((await api.post('/leads', { phone })).status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return known;
}
