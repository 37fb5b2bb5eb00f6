import type { SessionMember } from '../auth/sessions/sessions.queries';
import type { Role } from '../contract/members/roles';
import { refuseUnlessManaged } from './managed-members';

const forbidden = (who: string): Error => {
  const message = expect.stringMatching(who === 'manager' ? /^Um gestor/ : /^Você pode mudar só o seu nome/) as string;
  return expect.objectContaining({ code: 'forbidden', message }) as Error;
};

const caller = (role: Role): SessionMember => ({
  id: 'me',
  role,
  email: 'eu@example.com',
  emailKey: 'eu@example.com',
  createdAt: new Date(),
});

it.each<[who: Role | 'operator', what: string, id: string, target: Role, change: object, isAllowed: boolean]>([
  ['operator', 'makes a seller a manager', 'other', 'seller', { role: 'manager' }, true],
  ['owner', 'makes a seller a manager', 'other', 'seller', { role: 'manager' }, true],
  ['owner', 'deactivates a manager', 'other', 'manager', { active: false }, true],
  ['manager', 'deactivates a seller', 'other', 'seller', { active: false }, true],
  ['manager', 'renames a seller', 'other', 'seller', {}, true],
  ['manager', 'leaves a seller a seller', 'other', 'seller', { role: 'seller' }, true],
  ['manager', 'makes a seller a manager', 'other', 'seller', { role: 'manager' }, false],
  ['manager', 'renames another manager', 'other', 'manager', {}, false],
  ['manager', 'deactivates another manager', 'other', 'manager', { active: false }, false],
  ['manager', 'renames the owner', 'other', 'owner', {}, false],
  ['manager', 'is away', 'me', 'manager', {}, true],
  ['manager', 'leaves', 'me', 'manager', { active: false }, false],
  ['manager', 'becomes a seller', 'me', 'manager', { role: 'seller' }, false],
  ['seller', 'is away', 'me', 'seller', {}, true],
  ['seller', 'leaves', 'me', 'seller', { active: false }, false],
  ['seller', 'becomes a manager', 'me', 'seller', { role: 'manager' }, false],
  ['seller', 'stays a seller', 'me', 'seller', { role: 'seller' }, false],
  ['seller', 'renames another seller', 'other', 'seller', {}, false],
])('a %s who %s', (who, _, id, role, change, isAllowed) => {
  const change_ = () => refuseUnlessManaged(who === 'operator' ? undefined : caller(who), { id, role }, change);
  if (isAllowed) expect(change_).not.toThrow();
  else expect(change_).toThrow(forbidden(who));
});

it.each<[Role, Role, boolean]>([
  ['owner', 'manager', true],
  ['manager', 'seller', true],
  ['manager', 'manager', false],
  ['seller', 'seller', false],
])('a %s who invites a %s', (who, role, isAllowed) => {
  const invite = () => refuseUnlessManaged(caller(who), { role });
  if (isAllowed) expect(invite).not.toThrow();
  else expect(invite).toThrow(forbidden(who));
});
