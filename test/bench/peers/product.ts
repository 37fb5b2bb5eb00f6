/** The lead that every product is given, with its deal's stage and value. */
export interface NewLead {
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly utm: { readonly utm_source: string; readonly utm_medium: string; readonly utm_campaign: string };
  readonly stage: string;
  readonly value: number;
}

/** A lead as an answer shows it: its id and the stages of its deals. */
export interface SeenLead {
  readonly id: string;
  readonly stages: readonly string[];
}

/** A call to make something: its path and its body. */
export interface Post {
  readonly path: string;
  readonly body: object;
}

/** How a product is asked. Its answers have everything in `data`. */
export interface Dialect {
  readonly createStatus: number;
  create(lead: NewLead): Post;
  /** The second call that gives the new lead its deal, where one call cannot make both. */
  createDeal?(leadId: string, lead: NewLead): Post;
  /** The id in the `data` of the answer to `create`. */
  newId(data: unknown): string | undefined;
  /** The path of a lead with its deals. */
  leadPath(id: string): string;
  /** A lead of the answers to `leadPath` and to the path of a page. */
  seen(lead: unknown): SeenLead;
}

/** The names of the dialects. */
export const PRODUCTS = ['Entrada', 'Directus', 'Strapi'] as const;
export type ProductName = (typeof PRODUCTS)[number];

/** A page of 50 leads of one stage. */
export interface Page {
  readonly path: string;
  readonly stage: string;
}

/** A running product, as the load generator needs it. */
export interface Access {
  readonly product: ProductName;
  readonly port: number;
  /** What is sent as bearer. */
  readonly token: string;
  readonly stages: readonly string[];
  /** Ids of some of its leads. */
  readonly ids: readonly string[];
  readonly pages: readonly Page[];
}

/** The leads of a page. */
export const PAGE = 50;

/** The leads that a product has at least. */
export const LEADS = 10_000;

/** The stages that the leads of the seed are dealt out to, in turn. */
export const STAGES = 3;
