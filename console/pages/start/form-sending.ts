/** Functions of the form page that send a contact, and report failures. PHP 7.4. */
export const FORM_SENDING = String.raw`/** Um valor do ambiente do servidor. */
function ambiente(string $nome): string
{
    return trim((string) (getenv($nome) ?: ($_SERVER[$nome] ?? $_SERVER["REDIRECT_$nome"] ?? '')));
}

/** A chave do ambiente, ou a do arquivo, cuja linha é um comentário para que a web não a mostre. */
function chave(): string
{
    $arquivo = ambiente('ENTRADA_KEY') === '' ? (string) @file_get_contents(ARQUIVO_DA_CHAVE) : '';
    preg_match('~^(?:\xEF\xBB\xBF)?<\?php\s*//[ \t]*(\S+)~', $arquivo, $achado);
    return ambiente('ENTRADA_KEY') ?: ($achado[1] ?? '');
}

/**
 * Só vale uma resposta do serviço. Um proxy, uma hospedagem ou a rede de um hotel pode responder no lugar dele, com qualquer código.
 * recebido: 200, 201 ou 202, e data tem received, ou created e duplicate. erro: tem code, message e request_id.
 */
function tipoDe(int $estado, $resposta): string
{
    $data = $resposta['data'] ?? null;
    $erro = $resposta['error'] ?? null;
    $temRecibo = is_array($data) && (($data['received'] ?? null) === true
        || is_bool($data['created'] ?? null) && is_bool($data['duplicate'] ?? null));
    if (in_array($estado, [200, 201, 202], true) && $temRecibo) {
        return 'recebido';
    }
    $temErro = is_array($erro) && is_string($erro['code'] ?? null)
        && is_string($erro['message'] ?? null) && is_string($erro['request_id'] ?? null);
    return $estado >= 400 && $temErro ? 'erro' : 'alheia';
}

/** Envia uma vez. O estado é 0 quando ninguém respondeu; um redirecionamento não é seguido. */
function enviar(string $lead): array
{
    $chave = chave();
    $cabecalhos = ["Authorization: Bearer $chave", 'Content-Type: application/json'];
    // Uma quebra de linha na chave seria outro cabeçalho.
    $podeEnviar = preg_match('/^[\w.-]+$/D', $chave);
    $por = function_exists('curl_init') ? 'porCurl' : 'porFluxo';
    [$linhas, $texto] = $podeEnviar ? $por($cabecalhos, $lead) : [[], ''];
    $estado = preg_match('~^HTTP/\S+ (\d{3})~', $linhas[0] ?? '', $achado) ? (int) $achado[1] : 0;
    $espera = preg_grep('~^Retry-After:\s*\d+~i', $linhas);
    $resposta = json_decode($texto, true);
    $tipo = tipoDe($estado, $resposta);
    $erro = $tipo === 'erro' ? $resposta['error'] : [];
    $campos = $erro['details']['fields'] ?? [];
    return [
        'tipo' => $podeEnviar ? $tipo : 'chave',
        'estado' => $estado,
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
    $texto = (string) stream_get_contents($fluxo, RESPOSTA_MAXIMA);
    $linhas = stream_get_meta_data($fluxo)['wrapper_data'] ?? [];
    fclose($fluxo);
    return [$linhas, $texto];
}

/** O mesmo com curl, para servidores em que o PHP não abre endereços. */
function porCurl(array $cabecalhos, string $lead): array
{
    $linhas = [];
    $texto = '';
    $curl = curl_init(ENDERECO);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $lead,
        CURLOPT_HTTPHEADER => $cabecalhos,
        CURLOPT_WRITEFUNCTION => function ($_, string $parte) use (&$texto): int {
            $texto .= $parte;
            return strlen($texto) > RESPOSTA_MAXIMA ? 0 : strlen($parte);
        },
        CURLOPT_TIMEOUT => ESPERA,
        CURLOPT_HEADERFUNCTION => function ($_, string $linha) use (&$linhas): int {
            // Uma resposta provisória (100) vem antes da que vale.
            $linhas = strpos($linha, 'HTTP/') === 0 ? [$linha] : array_merge($linhas, [$linha]);
            return strlen($linha);
        },
    ]);
    return curl_exec($curl) ? [$linhas, $texto] : [[], ''];
}

/** Se o serviço recusou o contato e recusaria de novo. Os outros 409 passam quando o dono da conta resolve algo. */
function foiRecusado(array $resposta): bool
{
    return $resposta['tipo'] === 'erro'
        && (in_array($resposta['estado'], [400, 413, 422], true) || $resposta['codigo'] === 'external_id_conflict');
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
        401 => 'a chave foi recusada: confira ENTRADA_KEY ou entrada-chave.php',
        403 => 'a chave não pode enviar leads: confira as permissões dela',
        429 => "o limite de envios foi atingido, por mais $resposta[espera] segundos",
    ];
    $causa = $causas[$resposta['estado']] ?? 'o serviço não aceitou um contato';
    if ($resposta['tipo'] === 'chave') {
        $causa = 'não há chave, nem em ENTRADA_KEY nem em entrada-chave.php, ou ela tem uma quebra de linha, um espaço ou outro caractere que nenhuma chave tem';
    } elseif ($resposta['tipo'] === 'alheia') {
        $causa = ($resposta['estado'] === 0 ? 'o serviço não respondeu em ' : 'quem respondeu não é o serviço: confira ') . ENDERECO;
    }
    $campos = implode(' ', array_map('palavra', array_keys($resposta['campos'])));
    error_log(rtrim("Entrada: $causa. $resposta[estado] $resposta[codigo] $resposta[pedido] $campos"));
}
`;
