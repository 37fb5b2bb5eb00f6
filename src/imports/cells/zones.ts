import { momentOf } from '../../common/moment';
import { plainText } from '../plain-text';

const NAMED: Readonly<Record<string, string>> = {
  ...{ z: 'Z', utc: 'Z', gmt: 'Z', brt: '-03:00', brst: '-02:00', amt: '-04:00', act: '-05:00', fnt: '-02:00' },
  ...{ est: '-05:00', edt: '-04:00', cst: '-06:00', cdt: '-05:00', mst: '-07:00', mdt: '-06:00', pst: '-08:00' },
  ...{ pdt: '-07:00', 'america/sao_paulo': '', wet: 'Z', west: '+01:00', cet: '+01:00', cest: '+02:00' },
};

/** The zone at the end of a moment in plain text: `z`, `-03:00`, `-0300`, `(utc+00:00)`, `gmt-3`, `brt`, perhaps with a name. */
export const ZONE =
  /[ ]?\(?((?:utc|gmt)? ?[+-]\d{1,2}(?::?\d{2})?|z|utc|gmt|brs?t|amt|act|fnt|[ecmp][sd]t|wes?t|ces?t|america\/sao_paulo)\)?(?: \([^()]*\))?$/;

/** Returns an ISO 8601 offset, empty for Brasília's; undefined for another text. */
export function offsetOf(zone: string): string | undefined {
  const known = NAMED[zone];
  if (known !== undefined) return known;
  const match = /^(?:utc|gmt)? ?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!match) return undefined;
  const [, sign, hours, minutes = '00'] = match;
  const isReal = Number(hours) <= 14 && Number(minutes) < 60;
  return isReal ? `${sign}${String(Number(hours)).padStart(2, '0')}:${minutes}` : undefined;
}

/** Finds the zone in a header: `Submit Date (UTC)`, `Data (GMT-3)`. */
export function zoneOfHeader(header: string): string | undefined {
  const match = /(?:^|[^a-z])((?:utc|gmt)(?: ?[+-]\d{1,2}(?::?\d{2})?)?)(?![a-z])/.exec(plainText(header));
  return match ? offsetOf(match[1] as string) : undefined;
}

/** Brasília's offsets since 1914. Where the clock was put forward, midnight is missing. */
const OFFSETS = ['-03:00', '-02:00'];
const BRASILIA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns a day and clock of Brasília in ISO 8601; undefined for an invalid clock. */
export function inBrasilia(day: string, clock: string): string | undefined {
  const moments = OFFSETS.flatMap((offset) => momentOf(`${day}T${clock}${offset}`) ?? []);
  const found = moments.find((moment) => BRASILIA.format(moment) === `${day} ${clock}`) ?? moments[0];
  return found?.toISOString();
}
