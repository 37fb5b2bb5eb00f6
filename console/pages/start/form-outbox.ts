/** Functions of the form page that keep unsent contacts, and send them on later visits. PHP 7.4. */
export const FORM_OUTBOX = String.raw`/** Os arquivos de uma pasta com nomes deste padrão. O glob() leria como padrão também um [ no caminho da pasta. */
function arquivosDe(string $pasta, string $padrao): array
{
    return array_map(fn ($nome) => "$pasta/$nome", array_values(preg_grep($padrao, @scandir($pasta) ?: [])));
}

/** As pastas dos contatos guardados: ENTRADA_FILA, ou uma com nome secreto ao lado deste arquivo, que a web não mostra. */
function pastas(): array
{
    $escolhida = ambiente('ENTRADA_FILA');
    return array_values(array_filter(array_merge([$escolhida], arquivosDe(__DIR__, '/^\.entrada-/')), 'is_dir'));
}

function criarPasta(): ?string
{
    $pasta = ambiente('ENTRADA_FILA') ?: __DIR__ . '/.entrada-' . bin2hex(random_bytes(16));
    if (!@mkdir($pasta, 0700, true) && !is_dir($pasta)) {
        return null;
    }
    @file_put_contents("$pasta/.htaccess", "Require all denied\n");
    return $pasta;
}

/** Guarda um contato em um arquivo com o código do envio: o mesmo envio fica uma vez só. */
function guardar(string $lead, string $envio): bool
{
    umask(0077);
    $pasta = pastas()[0] ?? criarPasta();
    if ($pasta === null) {
        error_log('Entrada: não há onde guardar contatos. Defina ENTRADA_FILA, uma pasta em que o PHP possa escrever.');
        return false;
    }
    if (count(arquivosDe($pasta, '/\.json$/D')) >= FILA_MAXIMA) {
        error_log('Entrada: já há ' . FILA_MAXIMA . " contatos guardados em $pasta; um novo não coube.");
        return false;
    }
    if (@filesize("$pasta/recusados.jsonl") > RECUSADOS_MAXIMO) {
        error_log("Entrada: $pasta/recusados.jsonl está cheio: confira os contatos dele e mude o arquivo de lugar.");
        return false;
    }
    // Um nome próprio: dois cliques ao mesmo tempo não escrevem no mesmo arquivo.
    $novo = "$pasta/" . novoEnvio() . '.novo';
    $coube = @file_put_contents($novo, $lead) === strlen($lead) && @rename($novo, "$pasta/$envio.json");
    $coube || @unlink($novo);
    return $coube;
}

/** Tenta enviar alguns dos guardados: uma visita por vez, e depois de uma falha só quando a pausa terminou. */
function reenviar(): void
{
    $pastas = pastas();
    $arquivos = array_merge([], ...array_map(fn ($pasta) => arquivosDe($pasta, '/\.json$/D'), $pastas));
    if (!$arquivos) {
        return;
    }
    umask(0077);
    $trava = @fopen("$pastas[0]/trava", 'c+');
    if (!$trava || !flock($trava, LOCK_EX | LOCK_NB) || (int) stream_get_contents($trava) > time()) {
        return;
    }
    $fim = microtime(true) + ESPERA / 2;
    // O que falhou por último vai para o fim: um contato que sempre falha não segura os outros.
    usort($arquivos, fn ($um, $outro) => @filemtime($um) <=> @filemtime($outro));
    foreach (array_slice($arquivos, 0, POR_VISITA) as $arquivo) {
        $lead = microtime(true) < $fim ? @file_get_contents($arquivo) : false;
        if ($lead === false) {
            continue;
        }
        $resposta = enviar($lead);
        if ($resposta['tipo'] === 'recebido') {
            @unlink($arquivo);
            continue;
        }
        registrar($resposta);
        if (foiRecusado($resposta)) {
            separar($arquivo, $lead);
        } else {
            @touch($arquivo);
            ftruncate($trava, 0);
            rewind($trava);
            fwrite($trava, (string) (time() + max(PAUSA, min(3600, $resposta['espera']))));
            return;
        }
    }
}

/**
 * O serviço não aceita este contato como está: ele fica na pasta para quem cuida do site. Depois de 100 arquivos assim, cada
 * contato é uma linha de recusados.jsonl; ele só sai da fila quando a linha está escrita.
 */
function separar(string $arquivo, string $lead): void
{
    $pasta = dirname($arquivo);
    if (count(arquivosDe($pasta, '/\.recusado$/D')) < 100) {
        @rename($arquivo, "$arquivo.recusado");
        return;
    }
    // A quebra no começo: uma queda pode ter deixado a última linha pela metade.
    $linha = "\n$lead\n";
    $coube = @file_put_contents("$pasta/recusados.jsonl", $linha, FILE_APPEND | LOCK_EX) === strlen($linha);
    $coube ? @unlink($arquivo) : @touch($arquivo);
}
`;
