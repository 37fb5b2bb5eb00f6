import type { Request } from 'express';
import { clientAddress, clientNetwork } from './client-address';
import { limitGuard } from './limit.guard';

/** Client of a call without a key. */
export const clientOf = (request: Request): string => clientNetwork(clientAddress(request));

/** Limits calls by client address (section 8), outside the admin API first; partner routes use `CallLimitGuard`. */
export const AddressLimitGuard = limitGuard({ name: 'ip', trackerOf: clientOf });

/** Prevents floods of mail. */
export const SignInLinksLimitGuard = limitGuard({ name: 'sign_in', trackerOf: clientOf });
