/** Where the routes of the partner API begin; the version is part of it (specification, section 9). */
export const BASE_PATH = 'api/v1';
