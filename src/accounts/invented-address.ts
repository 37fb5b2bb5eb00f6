/** Owner of the demo account; .invalid (RFC 6761) has no domains, so no mail can reach a stranger. */
export const DEMO_ADDRESS = 'demo@entrada.invalid';

/** Address in earlier releases. */
const FORMER_DEMO_ADDRESS = 'demo@example.com';

export const DEMO_ADDRESSES = [DEMO_ADDRESS, FORMER_DEMO_ADDRESS];

/** Whether the address is invented: no mail is ever sent there. */
export const isInvented = (address: string): boolean =>
  /[@.]invalid$/i.test(address) || address.toLowerCase() === FORMER_DEMO_ADDRESS;
