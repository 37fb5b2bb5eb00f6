import { useMe } from '../../me';

/** A seller's figures count own leads and closings. */
export const useIsSeller = (): boolean => useMe().member?.role === 'seller';
