/** SQL: the smallest id of a row at this moment, where ids begin with their milliseconds. */
export const firstIdAt = (moment: string): string =>
  `rpad(lpad(to_hex(greatest(0, extract(epoch from ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;

/** SQL: the moment at which a Brasília day begins. */
export const midnight = (day: string): string => `(${day})::timestamp at time zone 'America/Sao_Paulo'`;

/** The same in JavaScript. */
export const firstIdOf = (moment: Date): string => {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** The smallest id of the millisecond of this one. */
export const firstIdLike = (id: string): string => `${id.slice(0, 13)}-0000-0000-000000000000`;
