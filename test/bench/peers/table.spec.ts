import { peerLines, type PeerSlots } from './table';

const slots = (cpu: number): PeerSlots => {
  const rounds = (...rates: number[]) => rates.map((rate) => ({ rate, cpu: (cpu * 1_000_000) / rate }));
  return {
    create: [rounds(700, 1_400, 600), rounds(100, 100, 100), rounds(70, 70, 50)],
    get: [rounds(4_000, 4_000, 4_000), rounds(200, 400, 250), rounds(400, 500, 300)],
    list: [rounds(1_000, 900, 1_100), rounds(200, 180, 220), rounds(100, 90, 110)],
  };
};

it('ours is compared with each peer round by round', () => {
  expect(peerLines(['Entrada 1', 'Directus 12', 'Strapi 5'], slots(NaN))).toEqual([
    '| requests per second | Entrada 1 | Directus 12 | Strapi 5 | times better than Directus 12 | times better than Strapi 5 |',
    '| --- | --: | --: | --: | --: | --: |',
    '| a new lead with its deal | 700 | 100 | 70 | 7 [6–14] | 12 [10–20] |',
    '| a lead by its id, with its deal | 4,000 | 250 | 400 | 16 [10–20] | 10 [8–13.3] |',
    '| a page of 50 leads of a stage | 1,000 | 200 | 100 | 5 [5–5] | 10 [10–10] |',
  ]);
});

it('so is the processor time that a request takes, where it is known', () => {
  const lines = peerLines(['Entrada 1', 'Directus 12', 'Strapi 5'], slots(2));
  expect(lines[6]).toContain('| milliseconds of processor time per request | Entrada 1 |');
  expect(lines[9]).toBe('| a lead by its id, with its deal | 0.50 | 8 | 5 | 16 [10–20] | 10 [8–13.3] |');
});

it('one peer alone has two columns', () => {
  const { create, get, list } = slots(NaN);
  const alone = { create: create.slice(0, 2), get: get.slice(0, 2), list: list.slice(0, 2) };
  expect(peerLines(['Entrada 1', 'Directus 12'], alone)[2]).toBe('| a new lead with its deal | 700 | 100 | 7 [6–14] |');
});
