import { LockOrder } from './lock-order';

const order = (...locks: Parameters<LockOrder['take']>[0][]) => {
  const taken = new LockOrder();
  return () => locks.forEach((lock) => taken.take(lock));
};

it.each([
  [order('account', 'conversation', 'lead', 'tag', 'day')],
  [order('lead', 'lead')],
  [order('conversation', 'lead', 'conversation')],
])('locks in their order are taken, and kinds that are held already', (take) => {
  expect(take).not.toThrow();
});

it.each([
  [order('lead', 'conversation'), 'the lock of the conversation comes before the lock of the lead'],
  [order('conversation', 'tag', 'lead'), 'the lock of the lead comes before the lock of the tag'],
  [order('sign-in request', 'account', 'lead', 'sign-in request', 'conversation'), 'comes before the lock of the lead'],
])('a lock that comes before one that is held is refused', (take, message) => {
  expect(take).toThrow(message);
});
