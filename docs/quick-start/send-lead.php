<?php
// Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… php send-lead.php <id of the submission in your system>
// Needs PHP 8 with allow_url_fopen, and the openssl extension for https; no packages.

declare(strict_types=1);

const TRIES = 7;

/** Repeats after 429, 5xx and network errors; the external_id keeps repetitions from doing it twice. */
function sendLead(array $lead): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Bearer ' . getenv('ENTRADA_KEY'),
            'Content-Type: application/json',
        ],
        'content' => json_encode($lead, JSON_THROW_ON_ERROR),
        'timeout' => 20,
        'ignore_errors' => true,
    ]]);
    for ($attempt = 1; ; $attempt++) {
        $http_response_header = [];
        $text = @file_get_contents(getenv('ENTRADA_URL') . '/api/v1/leads', false, $context);
        $status = statusOf($http_response_header);
        if ($text !== false && $status >= 200 && $status < 300) {
            $answer = json_decode($text, true);
            if (is_array($answer)) {
                return $answer;
            }
        }
        $mayRepeat = $status === 0 || $status < 300 || $status === 429 || $status >= 500;
        if (!$mayRepeat || $attempt === TRIES) {
            throw new RuntimeException($status === 0 ? 'no answer' : "$status $text");
        }
        $wait = retryAfter($http_response_header) ?? min(30, 2 ** ($attempt - 1)) * random_int(500, 1000) / 1000;
        usleep((int) ($wait * 1_000_000));
    }
}

/** 0 when there was no answer. */
function statusOf(array $headers): int
{
    return preg_match('~^HTTP/\S+ (\d{3})~', $headers[0] ?? '', $found) ? (int) $found[1] : 0;
}

function retryAfter(array $headers): ?float
{
    foreach ($headers as $header) {
        if (preg_match('~^Retry-After:\s*(\d+)~i', $header, $found)) {
            return (float) $found[1];
        }
    }
    return null;
}

if (!isset($argv[1])) {
    fwrite(STDERR, "give the id of the submission in your system\n");
    exit(1);
}
echo json_encode(sendLead([
    'phone' => '(11) 98765-4325',
    'name' => 'Carla Dias',
    'external_id' => $argv[1],
    'attribution' => ['utm_source' => 'instagram', 'utm_medium' => 'cpc'],
])), "\n";
