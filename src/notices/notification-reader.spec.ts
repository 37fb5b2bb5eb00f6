import { memberActor, operatorActor } from '../accounts/actor';
import type { Role, SellersSee } from '../contract/members/roles';
import { OWNER_READER, readerOf, sees } from './notification-reader';

const since = new Date('2026-11-01T12:00:00Z');
const member = (role: Role) => ({ id: 'm', role, email: 'm@example.com', emailKey: 'm@example.com', createdAt: since });

it.each([
  ['the operator', undefined],
  ['the owner', member('owner')],
])('%s reads every entry', (_, caller) => {
  expect(readerOf({ member: caller, actor: operatorActor('') })).toBe(OWNER_READER);
  expect(sees(OWNER_READER, 'api_key.revoked')).toBe(true);
});

it.each<[role: Role, sellersSee: SellersSee, types: string[]]>([
  [
    'manager',
    'all',
    ['submission.held', 'automation.notice', 'source.created', 'source.kept', 'pipeline.not_configured'],
  ],
  ['seller', 'all', ['automation.notice']],
  ['seller', 'own', ['automation.notice']],
])('a %s who sees %s leads reads %j', (role, sellersSee, types) => {
  const reader = readerOf({ member: member(role), actor: memberActor({ sellersSee }, member(role), '') });
  expect(reader).toEqual({ memberId: 'm', types, sees: sellersSee, since });
  expect(sees(reader, 'api_key.created')).toBe(false);
  expect(sees(reader, 'automation.notice')).toBe(true);
});
