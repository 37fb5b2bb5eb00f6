import { ALL_RIGHTS, type Right, rightsOf, type Role, rolesWith } from './roles';

const OF_SELLERS: Right[] = ['account', 'leads', 'metrics'];
const OF_OWNERS: Right[] = ['member_data', 'settings', 'api_keys'];

it.each<[Role, boolean, readonly Right[]]>([
  ['owner', false, ALL_RIGHTS],
  ['owner', true, ALL_RIGHTS],
  ['manager', false, ALL_RIGHTS.filter((right) => !OF_OWNERS.includes(right))],
  ['seller', false, OF_SELLERS],
  ['seller', true, ['account', 'leads', 'export', 'metrics']],
])('rights of a %s where sellers may export: %s', (role, sellersExport, rights) => {
  expect(rightsOf(role, sellersExport)).toEqual(rights);
});

it.each<[Right, Role[]]>([
  ['leads', ['owner', 'manager', 'seller']],
  ['export', ['owner', 'manager', 'seller']],
  ['assign', ['owner', 'manager']],
  ['api_keys', ['owner']],
])('%s is for %j', (right, roles) => {
  expect(rolesWith(right)).toEqual(roles);
});
