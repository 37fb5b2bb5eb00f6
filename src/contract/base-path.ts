/** Path of the partner API, with its version (specification, section 9). */
export const BASE_PATH = 'api/v1';

/** Builds a line for a terminal that creates a lead with this key. */
export const curlLine = (url: string, key: string): string =>
  `curl -i ${url}/${BASE_PATH}/leads -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
  `-d '{"phone":"(11) 98765-4321","name":"Maria Silva","attribution":{"utm_source":"instagram"}}'`;
