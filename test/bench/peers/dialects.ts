import { directus } from './directus';
import { entrada } from './entrada';
import type { Dialect, ProductName } from './product';
import { strapi } from './strapi';

export const DIALECTS: Readonly<Record<ProductName, Dialect>> = {
  Entrada: entrada,
  Directus: directus,
  Strapi: strapi,
};
