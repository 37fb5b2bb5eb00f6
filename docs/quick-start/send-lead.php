<?php
// Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… php send-lead.php <id of the submission in your system>
// A lead that could not be sent now is kept in the folder leads-not-sent; php send-lead.php --kept sends what is there.
// Needs PHP 7.4 or newer with allow_url_fopen, and the openssl extension for https; no packages.
// This is a command: it may wait for a minute. A page's request must not; the console's first steps have such a page.

declare(strict_types=1);

const LONGEST_WAIT_S = 60;
const LONGEST_ANSWER = 1000000;
const SENT = 0;
const REFUSED = 1;
const KEPT = 75;

/** Without the line break that a file of Windows leaves at the end. */
function setting(string $name): string
{
    return trim((string) getenv($name));
}

/** Says why the settings cannot be used, without showing the key. */
function settingsFault(): string
{
    if (setting('ENTRADA_URL') === '' || setting('ENTRADA_KEY') === '') {
        return '(ENTRADA_URL or ENTRADA_KEY is not set)';
    }
    if (!preg_match('~^https?://\S+$~D', setting('ENTRADA_URL'))) {
        return '(ENTRADA_URL is no address that begins with http:// or https://)';
    }
    return preg_match('/^[\w.-]+$/D', setting('ENTRADA_KEY'))
        ? ''
        : '(ENTRADA_KEY has a line break, a blank or another character that no key has)';
}

/**
 * Only an answer of the service counts. A proxy, a hosting company or a hotel's network may answer in its place, with any status.
 * received: 200, 201 or 202, and data has received, or created and duplicate. error: it has code, message and request_id.
 */
function kindOf(int $status, string $text): string
{
    $answer = json_decode($text, true);
    $data = $answer['data'] ?? null;
    $error = $answer['error'] ?? null;
    $isReceipt = is_array($data) && (($data['received'] ?? null) === true
        || is_bool($data['created'] ?? null) && is_bool($data['duplicate'] ?? null));
    if (in_array($status, [200, 201, 202], true) && $isReceipt) {
        return 'received';
    }
    $isError = is_array($error) && is_string($error['code'] ?? null)
        && is_string($error['message'] ?? null) && is_string($error['request_id'] ?? null);
    return $status >= 400 && $isError ? 'error' : 'foreign';
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
    $text = (string) stream_get_contents($stream, LONGEST_ANSWER);
    $headers = stream_get_meta_data($stream)['wrapper_data'] ?? [];
    fclose($stream);
    $status = preg_match('~^HTTP/\S+ (\d{3})~', $headers[0] ?? '', $found) ? (int) $found[1] : 0;
    return [$status, $text, $headers];
}

/** Whether the same lead may be received in a moment: no answer, another's page, 429 or 5xx. */
function mayPass(int $status, string $kind): bool
{
    return $status < 300 ? $kind !== 'received' : $status === 429 || $status >= 500;
}

/** Repeats what may pass, for a minute in all; the external_id keeps that from doing it twice. Status, text and kind. */
function sendPatiently(string $lead): array
{
    if (settingsFault() !== '') {
        return [0, settingsFault(), 'foreign'];
    }
    $end = microtime(true) + LONGEST_WAIT_S;
    for ($pause = 1; ; $pause *= 2) {
        [$status, $text, $headers] = post($lead);
        $wait = retryAfter($headers) ?? $pause * random_int(500, 1000) / 1000;
        $kind = kindOf($status, $text);
        if (!mayPass($status, $kind) || microtime(true) + $wait > $end) {
            return [$status, $text, $kind];
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
    if (!is_file($file)) {
        return SENT; // Another run has sent it.
    }
    [$status, $text, $kind] = sendPatiently(file_get_contents($file));
    if ($kind === 'received') {
        @unlink($file);
        echo $text, "\n";
        return SENT;
    }
    // An answer may repeat the headers of the call.
    $text = substr(str_replace(setting('ENTRADA_KEY'), '…', $text), 0, 1000);
    if ($kind === 'error' && in_array($status, [400, 409, 413, 422], true)) {
        @rename($file, "$file.refused");
        fwrite(STDERR, "Refused: $status $text\nThe same lead would be refused again. It is in $file.refused\n");
        return REFUSED;
    }
    $cause = $kind === 'error' ? $status : "$status, but not from the service:";
    $cause = $status === 0 ? 'no answer' : $cause;
    fwrite(STDERR, "Not sent: $cause $text\nThe lead is kept in $file; send it later with --kept\n");
    // A filter in front of the service may block one lead. Otherwise the next lead would fare the same.
    if ($kind === 'error' || $status < 400 || mayPass($status, $kind)) {
        exit(KEPT);
    }
    return KEPT;
}

/** Text in UTF-8. A text that is not UTF-8 is ISO-8859-1, as an old page, a file or a terminal has it. */
function utf8(string $text): string
{
    // htmlentities reads it without an extension of PHP; cp1252 is ISO-8859-1 with the quotes of Windows.
    return preg_match('//u', $text)
        ? $text
        : html_entity_decode(htmlentities($text, ENT_NOQUOTES | ENT_HTML5, 'cp1252'), ENT_NOQUOTES | ENT_HTML5, 'UTF-8');
}

/** Writes a lead down before the first try, so that not even a crash loses it. The same lead has one file. */
function keep(array $lead): string
{
    array_walk_recursive($lead, function (&$value): void {
        $value = is_string($value) ? utf8($value) : $value;
    });
    // PHP writes an empty array as a list; the service wants an object.
    $lead['attribution'] = (object) ($lead['attribution'] ?? []);
    $text = json_encode($lead, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
    $file = outbox() . '/' . hash('sha256', $text) . '.json';
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
    // glob() would read [ in the folder's path as a pattern.
    foreach (preg_grep('/\.json$/D', scandir(outbox())) as $name) {
        $result = max($result, deliver(outbox() . "/$name"));
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
