import { Injectable, type PipeTransform } from '@nestjs/common';

/** No row has this id: the service makes version 7 UUIDs only. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the form of an id. */
export const isId = (text: string): boolean => UUID.test(text);

/** An id as sent by a caller; a text that is not a UUID becomes the one that no row has, and so behaves like any unknown id. */
export const idOf = (text: string): string => (isId(text) ? text.toLowerCase() : NO_ID);

/** For ids in paths. It never throws, so that the answer of a body's validation comes before the path's 404. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    return idOf(value);
  }
}
