/** Files that the browser offers first, by extension and by the types that phones use. */
export const OFFERED_FILES =
  '.csv,.txt,.tsv,.xlsx,.vcf,text/csv,text/comma-separated-values,text/tab-separated-values,text/vcard,text/x-vcard';
