import { answerIn } from './answers';

it.each<[string, boolean | undefined]>([
  ...[
    'true',
    ' Verdadeiro ',
    'SIM',
    's',
    'Yes',
    'x',
    '1',
    'Sim, aceito',
    'Aceito receber contato',
    'Li e concordo',
    'I agree',
  ].map((cell): [string, boolean] => [cell, true]),
  ...['false', 'FALSO', 'Não', 'n', 'no', '0', 'Não, obrigado'].map((cell): [string, boolean] => [cell, false]),
  ...['talvez', 'constructor', 'Simone', 'nao sei', '2', ''].map((cell): [string, undefined] => [cell, undefined]),
])('%j is %j', (cell, answer) => {
  expect(answerIn(cell)).toBe(answer);
});
