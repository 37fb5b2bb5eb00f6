/** SQL: the smallest id of a row at this moment, where ids begin with their milliseconds. */
export const firstIdAt = (moment: string): string =>
  `rpad(lpad(to_hex(greatest(0, extract(epoch from ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;

/** SQL: the moment at which a Brasília day begins. */
export const midnight = (day: string): string => `(${day})::timestamp at time zone 'America/Sao_Paulo'`;
