import type { PlantedFault } from './planted-fault';

/** Faults against docs/reliability.md. */
export const RELIABILITY: readonly PlantedFault[] = [];
