/** Types of what is used; published ones omit `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: object });
    /** Lists the accepted codings among the available, the best first; `preferred` breaks ties. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
