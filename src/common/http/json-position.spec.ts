import { growthOfFour, MOST_GROWTH } from '../../../test/support/linear-time';
import fc from 'fast-check';
import { jsonFault } from './json-position';

const where = (text: string): string | undefined => {
  const fault = jsonFault(text);
  return fault && `${fault.line}:${fault.column} ${fault.reason}`;
};

it.each([
  ['a comma too many at the end of an object', '{"a":1,}', '1:8 há uma vírgula a mais antes de }'],
  ['a comma too many at the end of a list', '{"a":[1,]}', '1:9 há uma vírgula a mais antes de ]'],
  ['a comma too many at the end of a line', '{\n  "a": 1,\n}', '3:1 há uma vírgula a mais antes de }'],
  ['a comma too many after a number with an exponent', '[1.5e10,]', '1:9 há uma vírgula a mais antes de ]'],
  ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', '3:3 falta uma vírgula'],
  ['a colon that is missing', '{"a" 1}', '1:6 faltam dois-pontos'],
  ['a colon that is missing before a text', '{"a" "b"}', '1:6 faltam dois-pontos'],
  ['a value that is missing, of an empty template', '{"a": , "b": 1}', '1:7 o valor não é JSON'],
  ['a value that is missing at the end of an object', '{"a": }', '1:7 falta um valor'],
  ['single quotes', "{'a':1}", '1:2 textos vão entre aspas duplas retas'],
  ['single quotes of a value', `{"a":'b'}`, '1:6 textos vão entre aspas duplas retas'],
  ['quotes of a word processor', '{“a”:1}', '1:2 textos vão entre aspas duplas retas'],
  ['a name without quotes', '{a:1}', '1:2 o nome do campo vai entre aspas duplas'],
  ['a text without quotes', '{"a":Maria}', '1:6 o valor não é JSON'],
  ['a text without quotes in a list', '[Maria]', '1:2 o valor não é JSON'],
  ['a later text without quotes in a list', '["Ana",Maria]', '1:8 o valor não é JSON'],
  ['a phone without quotes', '{"a":+5511987654321}', '1:6 o valor não é JSON'],
  ['a number that begins with zero', '{"a":011}', '1:6 o valor não é JSON'],
  ['undefined', '{"a":undefined}', '1:6 o valor não é JSON'],
  ['a decimal comma', '{"a":1,5}', '1:8 o nome do campo vai entre aspas duplas'],
  ['a line break inside a text', '{"a":"b\nc"}', '1:6 há uma quebra de linha dentro de um texto'],
  ['a tab inside a text', '{"a":"b\tc"}', '1:6 há um caractere de controle'],
  ['a backslash inside a text', '{"a":"C:\\dir"}', '1:6 há uma barra invertida'],
  ['a code of a character that is cut off', '{"a":"\\u00e"}', '1:6 há uma barra invertida'],
  ['quotes inside a text', '{"a":"o "bom""}', '1:10 falta uma vírgula'],
  ['a text that is not closed', '{"a":"b', '1:6 o texto entre aspas não foi fechado'],
  ['an object that is not closed', '{"a":1', '1:7 o texto termina antes da hora'],
  ['a list that is not closed', '[1', '1:3 o texto termina antes da hora'],
  ['a text that ends before a value', '{"a":', '1:6 o texto termina onde falta um valor'],
  ['an object in a list closed as a list', '[{]', '1:3 o nome do campo'],
  ['two objects', '{"a":1}\n{"b":2}', '2:1 há texto depois do fim do JSON'],
  ['a text after an object', '{"a":1} "b"', '1:9 há texto depois do fim do JSON'],
  ['a brace too many', '{"a":1}}', '1:8 há texto depois do fim do JSON'],
  ['a comment', '// x\n{}', '1:1 JSON não tem comentários'],
  ['a comment of a line', '{ # x\n}', '1:3 JSON não tem comentários'],
  ['a comment of several lines', '{ /* x\n*/ }', '1:3 JSON não tem comentários'],
  ['a no-break space', '\u00a0{}', '1:1 há um espaço que não é o espaço comum'],
  ['emoji before the fault: one column each', '{"a":"😀",}', '1:10 há uma vírgula a mais'],
])('%s', (_, text, start) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(where(text)).toMatch(new RegExp(`^${start.replace(/[}\]\\.+()]/g, '\\$&')}`));
});

it('repeats nothing of what was written', () => {
  expect(where('{"phone":11987654321x}')).not.toMatch(/119|x}/);
});

it('finds a fault in every text that is no JSON, and in no other', () => {
  const pieces = fc.constantFrom(...'{}[]:,"\\ \n-0.1eE', 'true', 'nul', 'null', '"a"', '\\u00e3', '1.5', 'ã');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect([text, jsonFault(text) === undefined]).toEqual([text, isJson]);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

it('takes time in proportion to the length', () => {
  for (const [before, unit] of [
    ['', '{"a":'],
    ['', '"'],
    ['"', '\\\\'],
    ['', '[0,'],
  ] as const) {
    const growth = growthOfFour((size) => jsonFault(before + unit.repeat(size)), 4_000);
    expect([unit, growth < MOST_GROWTH]).toEqual([unit, true]);
  }
});
