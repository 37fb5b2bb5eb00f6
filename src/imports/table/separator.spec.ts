import { saidSeparator, separatorOf } from './separator';

const namesPhone = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^(?:telefone|phone)$/i.test(cell.trim()));

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
    ['with a comma in the notes of each row', 'nome,telefone,obs\nAna,1,oi, tudo bem\nBia,2,sim, claro\n', ','],
    ['with rows of one cell', 'nome;telefone\nAna\nBia;2\n', ';'],
    ['with title rows', 'Relatório; de leads, agosto, 2026\n\nNome,Telefone\nAna,1\n', ','],
    ['with a header alone', 'nome,telefone\n', ','],
    ['with a quote without end', 'nome;telefone\nAna;1\n"Bia;2\n', ';'],
    ['with long rows', `nome;telefone;a,b\n${`Ana;1;${'x,'.repeat(20_000)}\n`.repeat(4)}`, ';'],
    ['with one column', 'telefone\n(11) 98765-4321\n1, 2\n', '\t'],
  ])('%s', async (_, text, expected) => {
    expect(await separatorOf(text, namesPhone)).toBe(expected);
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
