import { atOnce } from '../../../test/support/at-once';
import { TOOL_PAYLOADS } from '../../../test/support/tool-payloads';
import { decodeBody } from './decode-body';
import { peopleIn } from './people';
import { readPerson } from './read-person';
import { NO_RULES } from '../../../test/support/reading-rules';
import { submissionIdOf } from './same-again';

it.each(TOOL_PAYLOADS)('$tool is read', async ({ type, body, expected, id }) => {
  const decoded = await decodeBody(Buffer.from(body), type);
  if (!('body' in decoded)) throw new Error('unreadable');
  const [person, ...others] = peopleIn(decoded.body);
  if (!person) throw new Error('nobody');
  expect(others).toEqual([]);
  const read = atOnce(readPerson(person, NO_RULES));
  expect(submissionIdOf(undefined, decoded.body, person.element)).toBe(id);
  if ('heldFor' in expected) expect(read).toMatchObject({ heldFor: expected.heldFor, phone: null, body: {} });
  else expect(read).toMatchObject({ heldFor: null, body: { ...expected, phone: `+${expected.phone}` } });
  if ('phone' in expected) expect(read.body).toEqual({ ...expected, phone: `+${expected.phone}` });
});
