import { maskedAddress } from './masked-address';

it.each([
  ['maria@example.com', 'm***@e***.com'],
  ['m@x.br', 'm***@x***.br'],
  ['ana.silva@mail.example.com.br', 'a***@m***.br'],
  ['ana@localhost', 'a***@l***'],
  ['ana@example.', 'a***@e***'],
  ['ana', 'a***@***'],
  ['', '***@***'],
])('%s is shown as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked);
});
