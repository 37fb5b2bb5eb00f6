import type { Request } from 'express';
import { clientNetwork } from './client-address';
import { limitGuard } from './limit.guard';

const trackerOf = (request: Request): string => clientNetwork(request.ip ?? '');

/** Section 8: calls per client address, whatever the key. The first check of every route. */
export const AddressLimitGuard = limitGuard({ name: 'ip', trackerOf });

/** Against floods of mail. */
export const SignInLinksLimitGuard = limitGuard({ name: 'sign_in_links', trackerOf });

/** Against guessing. */
export const SessionsLimitGuard = limitGuard({ name: 'sessions', trackerOf });
