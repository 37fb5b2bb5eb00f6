import { peerLines } from './table';

const rates = {
  create: [
    [700, 1_400, 600],
    [100, 100, 100],
    [70, 70, 50],
  ],
  get: [
    [4_000, 4_000, 4_000],
    [200, 400, 250],
    [400, 500, 300],
  ],
  list: [
    [1_000, 900, 1_100],
    [200, 180, 220],
    [100, 90, 110],
  ],
};

it('ours is compared with each peer round by round', () => {
  expect(peerLines(['Entrada 1.1.0', 'Directus 12.4.0', 'Strapi 5.54.0'], rates)).toEqual([
    '|  | Entrada 1.1.0 | Directus 12.4.0 | Strapi 5.54.0 | ÷ Directus 12.4.0 | ÷ Strapi 5.54.0 |',
    '| --- | --: | --: | --: | --: | --: |',
    '| a new lead with its deal | 700 | 100 | 70 | 7 [6–14] | 12 [10–20] |',
    '| a lead by its id, with its deal | 4,000 | 250 | 400 | 16 [10–20] | 10 [8–13.3] |',
    '| a page of 50 leads of a stage | 1,000 | 200 | 100 | 5 [5–5] | 10 [10–10] |',
  ]);
});

it('one peer alone has two columns', () => {
  const alone = { create: rates.create.slice(0, 2), get: rates.get.slice(0, 2), list: rates.list.slice(0, 2) };
  expect(peerLines(['Entrada 1.1.0', 'Directus 12.4.0'], alone)[2]).toBe(
    '| a new lead with its deal | 700 | 100 | 7 [6–14] |',
  );
});
