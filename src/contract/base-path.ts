/** Path of the partner API, with its version (specification, section 9). */
export const BASE_PATH = 'api/v1';
