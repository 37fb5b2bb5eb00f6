/** An answer that PostgreSQL wrote as JSON, in parts; it is sent unparsed. */
export class JsonText {
  private constructor(readonly parts: readonly string[]) {}

  static data(json: string): JsonText {
    return new JsonText([`{"data":${json}}`]);
  }

  /** `arrays`: JSON arrays that are not empty, together the items. */
  static page(arrays: readonly string[], nextCursor: string | null): JsonText {
    const items = arrays.map((json, nth) => `${nth === 0 ? '' : ','}${json.slice(1, -1)}`);
    return new JsonText(['{"data":[', ...items, `],"next_cursor":${JSON.stringify(nextCursor)}}`]);
  }
}
