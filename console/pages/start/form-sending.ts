/** Functions of the form page that send a contact, and report failures. PHP 7.4. */
export const FORM_SENDING = String.raw`/** Um valor do ambiente do servidor. */
function ambiente(string $nome): string
{
    return trim((string) (getenv($nome) ?: ($_SERVER[$nome] ?? $_SERVER["REDIRECT_$nome"] ?? '')));
}

/** Envia uma vez. O estado é 0 quando o serviço não respondeu; um redirecionamento não é seguido. */
function enviar(string $lead): array
{
    $cabecalhos = ['Authorization: Bearer ' . ambiente('ENTRADA_KEY'), 'Content-Type: application/json'];
    [$linhas, $texto] = function_exists('curl_init') ? porCurl($cabecalhos, $lead) : porFluxo($cabecalhos, $lead);
    $estado = preg_match('~^HTTP/\S+ (\d{3})~', $linhas[0] ?? '', $achado) ? (int) $achado[1] : 0;
    $espera = preg_grep('~^Retry-After:\s*\d+~i', $linhas);
    $resposta = json_decode($texto, true);
    $erro = is_array($resposta['error'] ?? null) ? $resposta['error'] : [];
    $campos = $erro['details']['fields'] ?? [];
    // Quem responde sem "data" não é o serviço: a página de uma hospedagem, por exemplo.
    $recebido = $estado >= 200 && $estado < 300 && is_array($resposta['data'] ?? null);
    return [
        'recebido' => $recebido,
        'estado' => $estado < 300 && !$recebido ? 0 : $estado,
        'codigo' => palavra($erro['code'] ?? ''),
        'pedido' => palavra($erro['request_id'] ?? ''),
        'campos' => is_array($campos) ? array_column($campos, 'message', 'field') : [],
        'espera' => $espera ? (int) explode(':', end($espera))[1] : 0,
    ];
}

/** Os cabeçalhos e o texto da resposta, sem extensão nenhuma. */
function porFluxo(array $cabecalhos, string $lead): array
{
    $fluxo = @fopen(ENDERECO, 'r', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => $cabecalhos,
        'content' => $lead,
        'timeout' => ESPERA,
        'follow_location' => 0,
        'ignore_errors' => true,
    ]]));
    if ($fluxo === false) {
        return [[], ''];
    }
    $texto = (string) stream_get_contents($fluxo, 65536);
    $linhas = stream_get_meta_data($fluxo)['wrapper_data'] ?? [];
    fclose($fluxo);
    return [$linhas, $texto];
}

/** O mesmo com curl, para servidores em que o PHP não abre endereços. */
function porCurl(array $cabecalhos, string $lead): array
{
    $linhas = [];
    $curl = curl_init(ENDERECO);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $lead,
        CURLOPT_HTTPHEADER => $cabecalhos,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => ESPERA,
        CURLOPT_HEADERFUNCTION => function ($_, string $linha) use (&$linhas): int {
            // Uma resposta provisória (100) vem antes da que vale.
            $linhas = strpos($linha, 'HTTP/') === 0 ? [$linha] : array_merge($linhas, [$linha]);
            return strlen($linha);
        },
    ]);
    $texto = curl_exec($curl);
    return $texto === false ? [[], ''] : [$linhas, $texto];
}

/** Só o que um código pode ter: vai para o log. */
function palavra($valor): string
{
    return is_string($valor) ? substr(preg_replace('/[^\w-]/', '', $valor), 0, 100) : '';
}

/** Escreve no log de erros do PHP, para quem cuida do site, sem dados de visitantes. */
function registrar(array $resposta): void
{
    $causas = [
        0 => 'o serviço não respondeu em ' . ENDERECO,
        401 => 'a chave foi recusada: confira ENTRADA_KEY',
        403 => 'a chave não pode enviar leads: confira as permissões dela',
        429 => "o limite de envios foi atingido, por mais $resposta[espera] segundos",
    ];
    $causa = $causas[$resposta['estado']] ?? 'o serviço não aceitou um contato';
    $campos = implode(' ', array_map('palavra', array_keys($resposta['campos'])));
    error_log(rtrim("Entrada: $causa. $resposta[estado] $resposta[codigo] $resposta[pedido] $campos"));
}
`;
