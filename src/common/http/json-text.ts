/** An answer with parts that PostgreSQL wrote as JSON; they are sent unparsed. */
export class JsonText {
  private constructor(readonly text: string) {}

  static data(json: string): JsonText {
    return new JsonText(`{"data":${json}}`);
  }

  static page(items: string, nextCursor: string | null): JsonText {
    return new JsonText(`{"data":${items},"next_cursor":${JSON.stringify(nextCursor)}}`);
  }
}
