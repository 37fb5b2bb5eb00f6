<?php
// Keeps a copy of the account's leads in a file. Usage: ENTRADA_URL=… ENTRADA_KEY=… php sync-leads.php leads.json
// The file is replaced as a whole after the last page: a run that is killed changes nothing, and the next one does its work.
// Needs PHP 7.4 or newer with allow_url_fopen, and the openssl extension for https; no packages.

declare(strict_types=1);

const LONGEST_WAIT_S = 60;
const OVERLAP_S = 300;

/** Without the line break that a file of Windows leaves at the end. */
function setting(string $name): string
{
    return trim((string) getenv($name));
}

/** Asks once: status (0 without an answer), text and headers. */
function ask(array $query): array
{
    $address = setting('ENTRADA_URL') . '/api/v1/leads?' . http_build_query($query);
    $stream = @fopen($address, 'r', false, stream_context_create(['http' => [
        'header' => ['Authorization: Bearer ' . setting('ENTRADA_KEY')],
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
    return [$status, $text, $headers];
}

/** Only a page of the service counts, with a list and a cursor: another server may answer in its place. */
function isPage($page): bool
{
    return is_array($page) && is_array($page['data'] ?? null) && array_key_exists('next_cursor', $page)
        && (is_string($page['next_cursor']) || $page['next_cursor'] === null);
}

/** Reads a page; repeats after 429, 5xx and lost connections, for a minute in all. */
function readPage(array $query): array
{
    $end = microtime(true) + LONGEST_WAIT_S;
    for ($pause = 1; ; $pause *= 2) {
        [$status, $text, $headers] = ask($query);
        $page = json_decode($text, true);
        if ($status === 200 && isPage($page)) {
            return $page;
        }
        $wait = retryAfter($headers) ?? $pause;
        $mayHelp = $status < 300 || $status === 429 || $status >= 500;
        if (!$mayHelp || microtime(true) + $wait > $end) {
            $cause = $status === 0 ? 'no answer' : $status;
            // An answer may repeat the headers of the call.
            $text = substr(str_replace(setting('ENTRADA_KEY'), '…', $text), 0, 1000);
            fwrite(STDERR, "Not synced: $cause $text\nThe copy is as it was.\n");
            exit($mayHelp ? 75 : 1);
        }
        sleep($wait);
    }
}

function retryAfter(array $headers): ?int
{
    $lines = preg_grep('~^Retry-After:\s*\d+~i', $headers);
    return $lines ? max(1, (int) explode(':', end($lines))[1]) : null;
}

/** Every moment is one of the service's: this machine's clock may be wrong. */
function since(string $latest): string
{
    $moment = new DateTimeImmutable($latest);
    return $moment->modify('-' . OVERLAP_S . ' seconds')->format('Y-m-d\TH:i:s.v\Z');
}

/** Takes over what changed since the last run. */
function sync(array $copy): array
{
    $query = ['limit' => 100];
    if ($copy['latest'] !== null) {
        $query['updated_since'] = since($copy['latest']);
    }
    do {
        $page = readPage($query);
        foreach ($page['data'] as $lead) {
            if (isset($lead['gone'])) {
                unset($copy['leads'][$lead['id']]);
            } else {
                $copy['leads'][$lead['id']] = $lead;
            }
            $copy['latest'] = max($copy['latest'] ?? '', $lead['updated_at']);
        }
        $query['cursor'] = $page['next_cursor'];
    } while ($query['cursor'] !== null);
    return $copy;
}

/** The copy, and how far it came: both are in one file, so that they always fit. */
function readCopy(string $file): array
{
    return is_file($file)
        ? json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR)
        : ['latest' => null, 'leads' => []];
}

function writeCopy(string $file, array $copy): void
{
    $text = json_encode($copy, JSON_THROW_ON_ERROR);
    $stream = fopen("$file.new", 'w');
    // A full disk takes only a part, or nothing.
    if (!$stream || @fwrite($stream, $text) !== strlen($text) || !fflush($stream)) {
        fwrite(STDERR, "Not synced: $file.new cannot be written\nThe copy is as it was.\n");
        @unlink("$file.new");
        exit(1);
    }
    if (function_exists('fsync')) {
        fsync($stream);
    }
    fclose($stream);
    rename("$file.new", $file);
}

if (!isset($argv[1])) {
    fwrite(STDERR, "give the file of the copy\n");
    exit(1);
}
if (setting('ENTRADA_URL') === '' || setting('ENTRADA_KEY') === '') {
    fwrite(STDERR, "ENTRADA_URL or ENTRADA_KEY is not set\n");
    exit(1);
}
// A line break in the key would be another header.
if (!preg_match('/^[\w.-]+$/D', setting('ENTRADA_KEY'))) {
    fwrite(STDERR, "ENTRADA_KEY has a line break, a blank or another character that no key has\n");
    exit(1);
}
umask(0077);
// One run at a time: two that write at once could spoil the file.
$lock = fopen("$argv[1].lock", 'c');
if (!flock($lock, LOCK_EX | LOCK_NB)) {
    fwrite(STDERR, "another run is at work\n");
    exit(75);
}
$copy = sync(readCopy($argv[1]));
writeCopy($argv[1], $copy);
echo count($copy['leads']), " leads, up to $copy[latest]\n";
