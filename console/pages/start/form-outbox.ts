/** Functions of the form page that keep unsent contacts, and send them on later visits. PHP 7.4. */
export const FORM_OUTBOX = String.raw`/** As pastas dos contatos guardados: ENTRADA_FILA, ou uma com nome secreto ao lado deste arquivo, que a web não mostra. */
function pastas(): array
{
    $escolhida = ambiente('ENTRADA_FILA');
    $aoLado = glob(__DIR__ . '/.entrada-*', GLOB_ONLYDIR) ?: [];
    return array_values(array_filter(array_merge([$escolhida], $aoLado), 'is_dir'));
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
    if (count(glob("$pasta/*.json") ?: []) >= FILA_MAXIMA) {
        error_log('Entrada: já há ' . FILA_MAXIMA . " contatos guardados em $pasta; um novo não coube.");
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
    $arquivos = array_merge([], ...array_map(fn ($pasta) => glob("$pasta/*.json") ?: [], $pastas));
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
        if (!$resposta['recebido']) {
            registrar($resposta);
        }
        if ($resposta['recebido']) {
            @unlink($arquivo);
        } elseif (in_array($resposta['estado'], [400, 409, 413, 422], true)) {
            separar($arquivo);
        } else {
            @touch($arquivo);
            ftruncate($trava, 0);
            rewind($trava);
            fwrite($trava, (string) (time() + max(PAUSA, min(3600, $resposta['espera']))));
            return;
        }
    }
}

/** O serviço não aceita este contato como está: ele fica na pasta para quem cuida do site, se não houver muitos assim. */
function separar(string $arquivo): void
{
    $muitos = count(glob(dirname($arquivo) . '/*.recusado') ?: []) >= 100;
    $muitos ? @unlink($arquivo) : @rename($arquivo, "$arquivo.recusado");
}
`;
