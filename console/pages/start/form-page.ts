import { SIGNALS } from '../../../src/contract/origin';
import { AREA_CODES } from '../../../src/contract/phone';
import { FIRST_CONTACT, FIRST_CONTACT_TAG } from './first-contact';
import { FORM_OUTBOX } from './form-outbox';
import { FORM_SENDING } from './form-sending';
import { FORM_VIEW } from './form-view';
import { IN_ADDRESSES } from './signals';

const HEAD = `<?php
// Página de contato: cada pedido chega como lead. Precisa de PHP 7.4 ou mais novo e de nada além dele. Quem cuida do site:
// 1. Salva este arquivo como contato.php no servidor do site.
// 2. Define a chave; basta uma com a permissão de enviar leads. No ambiente do servidor, com o nome ENTRADA_KEY (no Apache:
//    SetEnv ENTRADA_KEY ent_live_…), ou no arquivo entrada-chave.php, ao lado deste, com esta linha só:
//    <?php // ent_live_…
// 3. Confere, abaixo, a frase do consentimento e se ele é obrigatório.
// 4. Inclui nas outras páginas do site: ${FIRST_CONTACT_TAG}. O script guarda no navegador, por 90
//    dias, de onde veio a primeira visita: campanha, clique em anúncio ou site. Sem isso, não guarda nada.
// 5. Se puder, define ENTRADA_FILA: uma pasta fora da parte pública do site, só deste site. Nela ficam os contatos que ainda
//    não puderam ser enviados; as próximas visitas os enviam. Sem ela, a página cria uma pasta protegida ao lado deste arquivo.
// 6. Lê no log de erros do PHP as linhas com "Entrada:". Elas dizem o que não deu certo, sem dados de visitantes.
`;

const RECEIVING = String.raw`
/** Um texto em UTF-8. O que não é UTF-8 é ISO-8859-1, como vem de páginas antigas. */
function utf8(string $texto): string
{
    // O htmlentities o lê sem extensão do PHP; cp1252 é o ISO-8859-1 com as aspas do Windows.
    return preg_match('//u', $texto)
        ? $texto
        : html_entity_decode(htmlentities($texto, ENT_NOQUOTES | ENT_HTML5, 'cp1252'), ENT_NOQUOTES | ENT_HTML5, 'UTF-8');
}

/** Um campo do visitante, sem espaços nas pontas nem caracteres de controle, e com no máximo tantos caracteres. */
function texto(array $de, string $nome, int $maximo, bool $temLinhas = false): string
{
    $valor = is_string($de[$nome] ?? null) ? str_replace("\r\n", "\n", utf8($de[$nome])) : '';
    $valor = trim(preg_replace($temLinhas ? '/(?!\n)\p{Cc}/u' : '/\p{Cc}/u', ' ', $valor));
    return preg_match('/^.{0,' . $maximo . '}/us', $valor, $achado) ? $achado[0] : '';
}

/** Os sinais de origem: os do formulário; na primeira vez os do endereço, e o site de onde veio a visita. */
function sinais(bool $foiEnviado): array
{
    $sinais = [];
    foreach (SINAIS as $sinal) {
        $doEndereco = in_array($sinal, NO_ENDERECO, true) ? $_GET : [];
        $valor = texto($foiEnviado ? $_POST : $doEndereco, $sinal, 2049);
        $sinais[$sinal] = strlen($valor) <= 2048 ? $valor : '';
    }
    $de = $_SERVER['HTTP_REFERER'] ?? '';
    $aqui = preg_replace('/:\d+$/', '', $_SERVER['HTTP_HOST'] ?? '');
    if (!$foiEnviado && strpos($de, 'https://') === 0 && strlen($de) <= 2048 && parse_url($de, PHP_URL_HOST) !== $aqui) {
        $sinais['referrer'] = preg_split('/[?#]/', $de)[0];
    }
    return $sinais;
}

function novoEnvio(): string
{
    return 'form-' . bin2hex(random_bytes(12));
}

function html(string $texto): string
{
    return htmlspecialchars($texto, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
}

function telefoneDoBrasil(string $telefone): bool
{
    $numero = preg_replace('/[ ()-]/', '', $telefone);
    return preg_match('/^(\+?55)?0?(' . DDDS . ')(9\d{8}|[2-9]\d{7})$/D', $numero) === 1;
}

/** Se é certo que o serviço aceitará o contato depois, quando o visitante já não pode corrigir nada. */
function podeEsperar(array $lead): bool
{
    $email = $lead['email'] ?? '';
    return telefoneDoBrasil($lead['phone'])
        && ($email === '' || strlen($email) <= 254 && filter_var($email, FILTER_VALIDATE_EMAIL) && strpos($email, '"') === false);
}

/** Envia o contato ou o guarda; diz o que mostrar, e o motivo quando o visitante pode corrigir algo. */
function receber(array $lead): array
{
    if (preg_match_all('/\d/', $lead['phone']) < 8) {
        return ['telefone', ''];
    }
    if (!preg_match('/^.{0,500}$/Dus', $lead['notes'] ?? '')) {
        return ['mensagem', ''];
    }
    if (EXIGE_CONSENTIMENTO && CONSENTIMENTO !== '' && !isset($lead['consent'])) {
        return ['consentimento', ''];
    }
    $corpo = json_encode($lead, JSON_INVALID_UTF8_SUBSTITUTE);
    $resposta = enviar($corpo);
    if ($resposta['codigo'] === 'external_id_conflict') {
        // O visitante voltou e corrigiu o telefone: é outro envio.
        $lead['external_id'] = novoEnvio();
        $corpo = json_encode($lead, JSON_INVALID_UTF8_SUBSTITUTE);
        $resposta = enviar($corpo);
    }
    if ($resposta['tipo'] === 'recebido') {
        return ['enviado', ''];
    }
    foreach (['phone' => 'telefone', 'name' => 'nome', 'email' => 'email', 'notes' => 'mensagem'] as $campo => $estado) {
        if (is_string($resposta['campos'][$campo] ?? null)) {
            return [$estado, $resposta['campos'][$campo]];
        }
    }
    registrar($resposta);
    // Sem o serviço, só um número de outro país fica sem conferir.
    if (!telefoneDoBrasil($lead['phone']) && strpos($lead['phone'], '+') === false) {
        return ['telefone', ''];
    }
    $guardado = guardar($corpo, $lead['external_id']);
    // O visitante só lê que foi recebido o que o serviço vai aceitar.
    return [$guardado && podeEsperar($lead) && !foiRecusado($resposta) ? 'guardado' : 'falhou', ''];
}
`;

const MAIN = String.raw`
// O endereço do script não tem valor; ?origem=instagram, em um link, abre a página.
if (($_GET['origem'] ?? null) === '') {
    header('Content-Type: text/javascript; charset=utf-8');
    header('Cache-Control: public, max-age=3600');
    echo ORIGEM;
    exit;
}

header('Content-Type: text/html; charset=utf-8');
header('Cache-Control: no-store');
$foiEnviado = $_SERVER['REQUEST_METHOD'] === 'POST';
$nome = texto($_POST, 'nome', 120);
$telefone = texto($_POST, 'telefone', 60);
$email = texto($_POST, 'email', 255);
$mensagem = texto($_POST, 'mensagem', 5000, true);
$consente = CONSENTIMENTO !== '' && texto($_POST, 'consentimento', 3) === 'sim';
$sinais = sinais($foiEnviado);
// Só vale o código que esta página cria: outro, inventado por um visitante, poderia ocupar um do seu sistema.
$envio = texto($_POST, 'envio', 100);
$envio = preg_match('/^form-[0-9a-f]{24}$/D', $envio) ? $envio : novoEnvio();
[$estado, $motivo] = ['', ''];
if ($foiEnviado && texto($_POST, 'assunto', 1) !== '') {
    // Um visitante não vê este campo, um robô o preenche. Se foi o navegador, basta enviar de novo.
    $estado = 'confira';
} elseif ($foiEnviado) {
    $dados = ['phone' => $telefone, 'name' => $nome, 'email' => $email, 'notes' => $mensagem, 'external_id' => $envio];
    // Um objeto, também sem sinais: de uma lista vazia o PHP faria [], que o serviço recusa.
    $lead = array_filter($dados, 'strlen') + ['phone' => '', 'attribution' => (object) array_filter($sinais, 'strlen')];
    [$estado, $motivo] = receber($consente ? $lead + ['consent' => true] : $lead);
}
if ($estado === 'falhou') {
    http_response_code(503);
} elseif (!in_array($estado, ['', 'enviado', 'guardado'], true)) {
    http_response_code(422);
}
$marca = fn (string $campo): string => $estado === $campo ? ' aria-invalid="true" aria-describedby="erro"' : '';
$aviso = fn (string $campo, string $texto): string => $estado === $campo
    ? '<p id="erro" role="alert">' . html(trim("$texto $motivo")) . '</p>'
    : '';
?>
`;

/** End of the page, after the visitor has the answer. */
const AFTERWARDS = String.raw`<?php
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
} else {
    flush();
}
if ($estado !== 'guardado' && $estado !== 'falhou') {
    reenviar();
}
`;

const listed = (words: readonly string[]): string => `['${words.join("', '")}']`;

/**
 * Page with a contact form for a PHP server: shows the form, and sends its values as a lead. The key stays on the server. Each form has
 * an id, so that a repeated submission creates one lead. An id of another format is replaced, because a visitor could take one that the
 * site's own system will send.
 */
export const formPage = (url: string): string => `${HEAD}
const ENDERECO = '${url}/api/v1/leads';
const SINAIS = ${listed(SIGNALS)};
const NO_ENDERECO = ${listed(IN_ADDRESSES)};
const CONSENTIMENTO = 'Aceito receber contato por telefone, WhatsApp ou e-mail.'; // '' tira a pergunta
const EXIGE_CONSENTIMENTO = false; // true: sem ele, o contato não é enviado
const ARQUIVO_DA_CHAVE = __DIR__ . '/entrada-chave.php';
const DDDS = '${AREA_CODES.join('|')}';
const ESPERA = 8; // segundos que um envio pode levar
const PAUSA = 60; // segundos sem tentar de novo, depois de uma falha
const POR_VISITA = 3; // contatos guardados que uma visita tenta enviar
const FILA_MAXIMA = 500; // contatos guardados, para que ninguém encha o disco
const RECUSADOS_MAXIMO = 20000000; // bytes de recusados.jsonl, pelo mesmo motivo
const RESPOSTA_MAXIMA = 1000000; // bytes de uma resposta
const ORIGEM = <<<'JS'
${FIRST_CONTACT}
JS;
${RECEIVING}
${FORM_SENDING}
${FORM_OUTBOX}${MAIN}${FORM_VIEW}${AFTERWARDS}`;
