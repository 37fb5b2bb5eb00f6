import { answerIn } from './yes-no';

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
    'Aceito receber no WhatsApp ou por e-mail',
    'Concordo, e posso revogar a qualquer momento (LGPD)',
  ].map((cell): [string, boolean] => [cell, true]),
  ...['false', 'FALSO', 'Não', 'n', 'no', '0', 'Não, obrigado', 'Não aceito receber contato', 'I do not agree'].map(
    (cell): [string, boolean] => [cell, false],
  ),
  ...[
    'Aceito? Não',
    'Autorizo: não',
    'Aceito receber: NÃO',
    'Aceito (não)',
    'Sim ou não',
    'sim/não',
    'Sim ( ) Não (x)',
    'Sim, mas não por telefone',
    'Sim, exceto WhatsApp',
    'Sim. Revogado em 2025',
    'Aceito em 2024, consentimento retirado',
    'Concordo parcialmente',
    'aceito - recusado',
    'Aceito?',
    'I agree? no',
    'yes or no',
    'Yes, canceled in 2025',
    'Acho que sim',
  ].map((cell): [string, undefined] => [cell, undefined]),
  ...['talvez', 'constructor', 'Simone', 'nao sei', '2', ''].map((cell): [string, undefined] => [cell, undefined]),
])('%j is %j', (cell, answer) => {
  expect(answerIn(cell)).toBe(answer);
});
