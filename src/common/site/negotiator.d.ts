/** What is used of the package; its types elsewhere know nothing of `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: object });
    /** Of the available codings those that the request accepts, the best first; `preferred` decides among equals. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
