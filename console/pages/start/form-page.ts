import { SIGNALS } from '../../../src/contract/origin';

/** The signals that the address of a page can have. */
const IN_ADDRESSES = SIGNALS.filter((signal) => signal !== 'fbc' && signal !== 'referrer');

/** What the browser gets. */
const FORM = `<!doctype html>
<meta charset="utf-8">
<title>Contato</title>
<?php if ($recebido) { ?>
<p>Recebemos seu contato. Obrigado!</p>
<?php } else { ?>
<form method="post">
  <?php if ($recebido === false) { ?><p>Não foi possível enviar. Confira o telefone e tente de novo.</p><?php } ?>
  <label>Nome <input name="nome" required></label>
  <label>Telefone com DDD <input name="telefone" type="tel" required></label>
  <input type="hidden" name="envio" value="<?= $novo() ?>">
  <?php foreach ($sinais as $nome) { ?>
  <input type="hidden" name="<?= $nome ?>" value="<?= htmlspecialchars($texto($_REQUEST, $nome)) ?>">
  <?php } ?>
  <button>Enviar</button>
</form>
<?php } ?>
`;

/**
 * A page with a contact form, for a site's server with PHP 8: it shows the form, and sends what is filled in as a lead. The key
 * stays on the server. Each form has an id of its own, so that sending it twice creates one lead. An id of any other format is
 * replaced: a visitor could take one that the site's own system will send.
 */
export const formPage = (url: string): string => `<?php
// Salve como contato.php no servidor do site e defina a chave no ambiente: ENTRADA_KEY
$sinais = ['${IN_ADDRESSES.join("', '")}'];
$texto = fn (array $de, string $nome): string => is_string($de[$nome] ?? null) ? trim($de[$nome]) : '';
$novo = fn (): string => 'form-' . bin2hex(random_bytes(12));
$recebido = null;
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $origem = array_filter(array_combine($sinais, array_map(fn ($nome) => $texto($_POST, $nome), $sinais)));
    $envio = $texto($_POST, 'envio');
    $lead = array_filter([
        'phone' => $texto($_POST, 'telefone'),
        'name' => $texto($_POST, 'nome'),
        // Só vale o código que esta página cria: outro, inventado por um visitante, poderia ocupar um do seu sistema.
        'external_id' => preg_match('/^form-[0-9a-f]{24}$/D', $envio) ? $envio : $novo(),
        'attribution' => $origem,
    ]);
    @file_get_contents('${url}/api/v1/leads', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Authorization: Bearer ' . getenv('ENTRADA_KEY'), 'Content-Type: application/json'],
        'content' => json_encode($lead),
        'timeout' => 20,
        'ignore_errors' => true,
    ]]));
    $recebido = preg_match('~ 2\\d\\d~', $http_response_header[0] ?? '') === 1;
}
?>
${FORM}`;
