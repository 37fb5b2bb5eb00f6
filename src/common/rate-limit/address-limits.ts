import type { Request } from 'express';
import { clientAddress, clientNetwork } from './client-address';
import { limitGuard } from './limit.guard';

/** How calls are counted without a key. */
export const clientOf = (request: Request): string => clientNetwork(clientAddress(request));

/** Section 8: calls per client address, whatever the key. The first check of every route, but for those of the admin API. */
export const AddressLimitGuard = limitGuard({ name: 'ip', trackerOf: clientOf });

/** Against floods of mail. */
export const SignInLinksLimitGuard = limitGuard({ name: 'sign_in', trackerOf: clientOf });
