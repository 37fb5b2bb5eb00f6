<?php
// Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… php send-lead.php <id of the submission in your system>
// A lead that could not be sent now is kept in the folder leads-not-sent; php send-lead.php --kept sends what is there.
// Needs PHP 7.4 or newer with allow_url_fopen, and the openssl extension for https; no packages.
// This is a command: it may wait for a minute. A page's request must not; the console's first steps have such a page.

declare(strict_types=1);

const LONGEST_WAIT_S = 60;
const SENT = 0;
const REFUSED = 1;
const KEPT = 75;

/** Without the line break that a file of Windows leaves at the end. */
function setting(string $name): string
{
    return trim((string) getenv($name));
}

/** Sends once: status (0 without an answer), text and headers. A redirect is not followed: it would turn the POST into a GET. */
function post(string $lead): array
{
    $stream = @fopen(setting('ENTRADA_URL') . '/api/v1/leads', 'r', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Authorization: Bearer ' . setting('ENTRADA_KEY'), 'Content-Type: application/json'],
        'content' => $lead,
        'timeout' => 20,
        'follow_location' => 0,
        'ignore_errors' => true,
    ]]));
    if ($stream === false) {
        return [0, error_get_last()['message'] ?? '', []];
    }
    $text = (string) stream_get_contents($stream);
    $headers = stream_get_meta_data($stream)['wrapper_data'] ?? [];
    fclose($stream);
    $status = preg_match('~^HTTP/\S+ (\d{3})~', $headers[0] ?? '', $found) ? (int) $found[1] : 0;
    $isWhole = $status >= 300 || is_array(json_decode($text, true));
    return [$isWhole ? $status : 0, $text, $headers];
}

/** Repeats after 429, 5xx and lost connections, for a minute in all; the external_id keeps that from doing it twice. */
function sendPatiently(string $lead): array
{
    if (setting('ENTRADA_URL') === '' || setting('ENTRADA_KEY') === '') {
        return [0, '(ENTRADA_URL or ENTRADA_KEY is not set)'];
    }
    $end = microtime(true) + LONGEST_WAIT_S;
    for ($pause = 1; ; $pause *= 2) {
        [$status, $text, $headers] = post($lead);
        $wait = retryAfter($headers) ?? $pause * random_int(500, 1000) / 1000;
        $mayHelp = $status === 0 || $status === 429 || $status >= 500;
        if (!$mayHelp || microtime(true) + $wait > $end) {
            return [$status, $text];
        }
        usleep((int) ($wait * 1000000));
    }
}

function retryAfter(array $headers): ?float
{
    $lines = preg_grep('~^Retry-After:\s*\d+~i', $headers);
    return $lines ? max(1.0, (float) explode(':', end($lines))[1]) : null;
}

/** Sends a lead of the folder, and removes it when the service has it. */
function deliver(string $file): int
{
    [$status, $text] = sendPatiently(file_get_contents($file));
    if ($status >= 200 && $status < 300) {
        @unlink($file);
        echo $text, "\n";
        return SENT;
    }
    if (in_array($status, [400, 409, 413, 422], true)) {
        rename($file, "$file.refused");
        fwrite(STDERR, "Refused: $status $text\nThe same lead would be refused again. It is in $file.refused\n");
        return REFUSED;
    }
    $cause = $status === 0 ? 'no answer' : $status;
    fwrite(STDERR, "Not sent: $cause $text\nThe lead is kept in $file; send it later with --kept\n");
    return KEPT;
}

/** Writes a lead down before the first try, so that not even a crash loses it. */
function keep(array $lead): string
{
    // PHP writes an empty array as a list; the service wants an object.
    $lead['attribution'] = (object) ($lead['attribution'] ?? []);
    $file = outbox() . '/' . hash('sha256', $lead['external_id']) . '.json';
    $text = json_encode($lead, JSON_THROW_ON_ERROR);
    // A full disk takes only a part, or nothing.
    if (@file_put_contents("$file.new", $text) !== strlen($text)) {
        fwrite(STDERR, "$file.new cannot be written; nothing was sent\n");
        exit(REFUSED);
    }
    rename("$file.new", $file);
    return $file;
}

/** Sends all that was kept, until the service takes no more. */
function deliverKept(): int
{
    $result = SENT;
    foreach (glob(outbox() . '/*.json') as $file) {
        $outcome = deliver($file);
        if ($outcome === KEPT) {
            return KEPT;
        }
        $result = max($result, $outcome);
    }
    return $result;
}

function outbox(): string
{
    $folder = getenv('ENTRADA_OUTBOX') ?: 'leads-not-sent';
    is_dir($folder) || mkdir($folder, 0700, true);
    return $folder;
}

umask(0077);
if (!isset($argv[1])) {
    fwrite(STDERR, "give the id of the submission in your system\n");
    exit(REFUSED);
}
exit($argv[1] === '--kept' ? deliverKept() : deliver(keep([
    'phone' => '(11) 98765-4325',
    'name' => 'Carla Dias',
    'external_id' => $argv[1],
    'attribution' => ['utm_source' => 'instagram', 'utm_medium' => 'cpc'],
])));
