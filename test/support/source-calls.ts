import type { DeliveryView, ListedDelivery, NewSourceView, SourceView } from '../../src/contract/source';
import type { Partner, TestApp } from './app';

/** Calls of an owner about sources, and of the tools that send to them. */
export function sourceCalls(test: TestApp, partner: Partner) {
  const create = async (more: object = {}): Promise<NewSourceView> =>
    (await partner.owner.post<NewSourceView>('/sources', { kind: 'webhook', name: 'site', ...more })).data;
  /** The service's own address, whatever the public one is. */
  const here = (address: string): string => `${test.url}${new URL(address).pathname}`;
  const send = (
    { address }: { readonly address: string },
    body: string | Uint8Array | object,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ): Promise<Response> =>
    fetch(here(address), {
      method: 'POST',
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      headers,
    });
  const list = async (id: string): Promise<ListedDelivery[]> =>
    (await partner.owner.get<ListedDelivery[]>(`/sources/${id}/deliveries`)).data;
  const latest = async (id: string): Promise<ListedDelivery> => {
    const [delivery] = await list(id);
    if (!delivery) throw new Error('nothing came');
    return delivery;
  };
  const find = async (id: string): Promise<SourceView> => (await partner.owner.get<SourceView>(`/sources/${id}`)).data;
  const readAgain = async (id: string): Promise<DeliveryView> =>
    (await partner.owner.post<DeliveryView>(`/deliveries/${id}/read-again`)).data;
  const dismiss = async (id: string): Promise<DeliveryView> =>
    (await partner.owner.post<DeliveryView>(`/deliveries/${id}/dismiss`)).data;
  return { create, here, send, list, latest, find, readAgain, dismiss };
}
