import type { TextBatches } from './in-slices';

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

/** Yields an object: the fields of `head`, a JSON object with some, and those whose values come in parts. */
export async function* objectInParts(head: string, fields: Readonly<Record<string, TextBatches>>): TextBatches {
  yield [head.slice(0, -1)];
  for (const [name, value] of Object.entries(fields)) {
    yield [`,"${name}":`];
    yield* value;
  }
  yield ['}'];
}

/** Yields an array; `whole` gives the texts of an item of which its own JSON is only a part. */
export async function* arrayInParts<Item extends { readonly json: string }>(
  parts: AsyncIterable<readonly Item[]>,
  whole?: (item: Item) => TextBatches | undefined,
): TextBatches {
  let before = '[';
  for await (const items of parts)
    for (const item of items) {
      const texts = whole?.(item);
      if (texts) {
        yield [before];
        yield* texts;
      } else yield [before, item.json];
      before = ',';
    }
  yield [before === '[' ? '[]' : ']'];
}

/** Yields the answer with this value as its data. */
export async function* dataInParts(value: TextBatches): TextBatches {
  yield ['{"data":'];
  yield* value;
  yield ['}'];
}
