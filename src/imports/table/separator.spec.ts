import { atOnce } from '../../../test/support/at-once';
import { saidSeparator, separatorOf } from './separator';

const namesPhone = (cell: string): boolean => /^(?:telefone|phone)$/i.test(cell.trim());

describe('the separator of a file', () => {
  it.each<[string, string, string]>([
    ['with a question that lists answers', 'Nome;Telefone;Hora (manhã, tarde, noite ou sábado)\nAna;1;manhã\n', ';'],
    ['with decimal commas', 'Nome;Telefone;Valor (R$ 0,00)\nAna;1;1500,00\nBia;2;10,50\n', ';'],
    ['with an addition after a comma in each name', 'Nome, sobrenome;Telefone\nSilva, Ana;1\n', ';'],
    ['with several answers in a cell', 'Nome,Telefone,Interesse\nAna,1,a; b; c\nBia,2,a; b; c\n', ','],
    ['with pipes in its cells', 'Nome,Telefone,Origem\nAna,1,Busca Paga | Facebook\n', ','],
    ['with pipes', 'Nome|Telefone\nAna|1\n', '|'],
    ['with tabs and lists', 'Nome\tTelefone\tTags, etiquetas\nAna\t1\ta, b\n', '\t'],
    ['with separators in quotes', '"Nome, completo";Telefone\n"a,b,c";1\n', ';'],
    ['whose rows end before its header', 'Nome,Telefone,E-mail,Cidade\nAna,1\nBia,2,b@example.com\n', ','],
    ['whose rows have one separator more', 'Nome;Telefone\nAna;1;\nBia;2;\n', ';'],
    ['with several names in one, and one separator more in its row', 'Nome, idade, sexo;Telefone\nAna, 30;1;\n', ';'],
    ['with several names in one, and an empty last cell in its row', 'Nome, idade, sexo;Telefone\nAna, 30;\n', ';'],
    ['whose rows have one cell more rather than one alone', 'Curso (A; B; C),Telefone\nA,1,x\n', ','],
    ['whose last row is unlike the others', 'Nome, sobrenome;Telefone\nAna;1\nBia;2\nSilva, Rui\n', ';'],
    ['with a comma in the notes of each row', 'nome,telefone,obs\nAna,1,oi, tudo bem\nBia,2,sim, claro\n', ','],
    ['with rows of one cell', 'nome;telefone\nAna\nBia;2\n', ';'],
    ['with title rows', 'Relatório; de leads, agosto, 2026\n\nNome,Telefone\nAna,1\n', ','],
    ['with as many title rows as rows', 'Leads, SP\nAgosto, 2026\nEscola, A\nNome;Telefone\nAna;1\n', ';'],
    ['with a title of one cell', 'Leads de agosto\nNome;Telefone\nAna;1\n', ';'],
    ['with a title, and a column without a name', 'Leads, agosto\nNome;Telefone;\nAna;1;\n', ';'],
    ['with ten empty lines above its header', `${'\n'.repeat(10)}Nome;Telefone\nAna;1\n`, ';'],
    ['with a header alone', 'nome,telefone\n', ','],
    ['with a header alone that has more names by a later one', 'Nome; apelido,Telefone,Cidade\n', ','],
    ['with a title, and a header alone', 'Leads; agosto\nNome,Telefone\n', ','],
    ['with nothing', '', '\t'],
    ['with lines that end in several ways', 'Nome, idade, sexo;Telefone\r\nAna, 30;1\nBia;2\n', ';'],
    ['with a quote within a name', 'Nome (e "apelido");Telefone\nAna;1\n', ';'],
    ['with a quote without end', 'nome;telefone\nAna;1\n"Bia;2\n', ';'],
    ['with one column, each separator, and a quote without end', 'telefone\n1;2|3,4\t"5\n', '\t'],
    ['without an end of its last line', 'Nome; apelido,Telefone\nAna,1', ','],
    ['with long rows', `nome;telefone;a,b\n${`Ana;1;${'x,'.repeat(20_000)}\n`.repeat(4)}`, ';'],
    [
      'whose other rows come after 25',
      `Nome, sobrenome;Telefone\n${'Silva, Ana;1\n'.repeat(24)}${'Souza, Rui\n'.repeat(25)}`,
      ';',
    ],
    ['of 65,536 characters', `${'Nome; apelido,Telefone\nAna,'.padEnd(65_536, '1')}`, ','],
    ['of which no row ends within 65,536 characters', `${'Nome; apelido,Telefone\nAna,'.padEnd(65_536, '1')}\n`, ';'],
    ['of which a row has only begun by then', `Nome, sobrenome;Telefone\nSilva, ${'x'.repeat(65_536)};1\n`, ';'],
    ['whose header is as long', `${'a'.repeat(65_535)};Telefone\nAna;1\n`, ';'],
    ['with one column', 'telefone\n(11) 98765-4321\n1, 2\n', '\t'],
  ])('%s', (_, text, expected) => {
    expect(atOnce(separatorOf(text, namesPhone))).toBe(expected);
  });

  it.each([
    ['sep=;\r\na', ';', 7],
    ['SEP=,\na', ',', 6],
    ['"sep=\t"\ra', '\t', 8],
    ['sep=|', '|', 5],
  ])('is said by the first line: %j', (text, separator, end) => {
    expect(saidSeparator(text)).toEqual({ separator, end });
  });

  it.each(['sep=:\na', 'sep=;a', 'sep\n', ' sep=;\n', ''])('is not said by %j', (text) => {
    expect(saidSeparator(text)).toBeUndefined();
  });
});
