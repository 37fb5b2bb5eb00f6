import type { PlantedFault } from './planted-fault';

/** Faults against docs/security.md. */
export const SECURITY: readonly PlantedFault[] = [];
