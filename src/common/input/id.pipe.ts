import { Injectable, type PipeTransform } from '@nestjs/common';

/** An id without a row: the service makes version 7 UUIDs only. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => UUID.test(text);

/** Normalizes a sent id; a text that is not a UUID becomes `NO_ID`, and so an unknown id. */
export const idOf = (text: string): string => (isId(text) ? text.toLowerCase() : NO_ID);

/** Normalizes the id of a field that may be null or absent. */
export const sentId = (sent: string | null | undefined): string | null | undefined =>
  typeof sent === 'string' ? idOf(sent) : sent;

/** Reads ids in paths. Never throws, so that a body's validation comes before the path's 404. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    return idOf(value);
  }
}
