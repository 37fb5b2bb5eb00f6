/** An answer whose parts PostgreSQL has written as JSON: they are passed on as they are, neither parsed nor written again. */
export class JsonText {
  private constructor(readonly text: string) {}

  static data(json: string): JsonText {
    return new JsonText(`{"data":${json}}`);
  }

  static page(items: readonly string[], nextCursor: string | null): JsonText {
    return new JsonText(`{"data":[${items.join()}],"next_cursor":${JSON.stringify(nextCursor)}}`);
  }
}
