/** The owner of the demo account. No name ends in .invalid (RFC 6761), so no mail can reach a stranger. */
export const DEMO_ADDRESS = 'demo@entrada.invalid';

/** What earlier releases gave the demo account. */
const FORMER_DEMO_ADDRESS = 'demo@example.com';

/** Every address that an owner of the demo account was ever given. */
export const DEMO_ADDRESSES = [DEMO_ADDRESS, FORMER_DEMO_ADDRESS];

/** Whether nobody has this address: no mail is ever sent there. */
export const isInvented = (address: string): boolean =>
  /[@.]invalid$/i.test(address) || address.toLowerCase() === FORMER_DEMO_ADDRESS;
