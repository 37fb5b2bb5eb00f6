/** A text of so many bytes is long. Its digest has as many, so that no short text is one. */
const LONG = 32;

const isLong = (text: string): string => `octet_length(${text}) >= ${LONG}`;

/**
 * SQL: the value by which a text is grouped and sorted: itself, or the digest of a long one. Long texts are stored outside of their row, and
 * each comparison would read them again. `stored` is the digest in the row, null for one of an earlier release.
 */
export const digestOf = (text: string, stored?: string): string => {
  const digest = stored === undefined ? `md5(${text})` : `coalesce(${stored}, md5(${text}))`;
  return `case when ${isLong(text)} then ${digest} else ${text} end collate "C"`;
};

/** The utm texts that figures group by, with their places in `utm_digests`. */
const DIGESTED = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** SQL: the value by which a utm text of the lead `l` is grouped and sorted. */
export const utmDigestOf = (text: (typeof DIGESTED)[number]): string =>
  digestOf(`l.${text}`, `l.utm_digests[${DIGESTED.indexOf(text) + 1}]`);

export const UTM_DIGESTS = DIGESTED.map(utmDigestOf);

/** SQL: `utm_digests` of a lead with these texts: the digests of the long ones; null when none is long, as usual. */
export const storedDigests = (textOf: (text: (typeof DIGESTED)[number]) => string): string => {
  const texts = DIGESTED.map((text) => `${textOf(text)}::text`);
  return `case when ${texts.map(isLong).join(' or ')}
    then array[${texts.map((text) => `case when ${isLong(text)} then md5(${text}) end`).join(', ')}] end`;
};
