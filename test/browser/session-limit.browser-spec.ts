import { consoleForAllTests } from './support/console';
import { visit } from './support/steps';
import { HttpClient } from '../support/http-client';

const LIMIT = 60;
const under = consoleForAllTests('console_session_limit', { LIMIT_SESSION_PER_MINUTE: String(LIMIT) });

it('a session that has made too many calls stays: the page says so, waits, and shows what has changed then', async () => {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id);
  await visit(page, 'Avisos');
  const [cookie] = await page.context().cookies();
  const client = new HttpClient(`${under.url}/admin/v1`, cookie?.value ?? '');
  while ((await client.get('/account')).status !== 429);
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 429 && refused.push(response.url()));
  await owner.post('/api-keys', { name: 'Parceiro', permissions: ['leads:read'] });
  await page.getByText(`A sessão atingiu o limite de ${LIMIT} chamadas por minuto.`).waitFor();
  await page.getByText('A chave de API “Parceiro”').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Avisos' }).waitFor();
  // Two calls of the menu and one of the page, once or twice each.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(6);
});
