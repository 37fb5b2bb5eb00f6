import type { Role } from '../contract/members/roles';
import { OWNER_READER, readerOf, sees } from './notification-reader';

const since = new Date('2026-11-01T12:00:00Z');
const member = (role: Role) => ({ id: 'm', role, email: 'm@example.com', emailKey: 'm@example.com', createdAt: since });

it.each([
  ['the operator', undefined],
  ['the owner', member('owner')],
])('%s reads every entry', (_, caller) => {
  expect(readerOf({ member: caller, viewer: null })).toBe(OWNER_READER);
  expect(sees(OWNER_READER, 'api_key.revoked')).toBe(true);
});

it.each<[role: Role, viewer: string | null, types: string[]]>([
  ['manager', null, ['submission.held', 'automation.notice', 'pipeline.not_configured']],
  ['seller', null, ['automation.notice']],
  ['seller', 'm', ['automation.notice']],
])('a %s who is the viewer %j reads %j', (role, viewer, types) => {
  const reader = readerOf({ member: member(role), viewer });
  expect(reader).toEqual({ memberId: 'm', types, viewer, since });
  expect(sees(reader, 'api_key.created')).toBe(false);
  expect(sees(reader, 'automation.notice')).toBe(true);
});
