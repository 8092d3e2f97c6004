<?php

declare(strict_types=1);

// Answers one after the other, as argv[1] (base64 of JSON) says; the last one serves all that follow. null breaks the
// connection. Prints its port, then each request as a line of JSON.

$answers = json_decode(base64_decode($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$server = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";

for ($number = 0; true; $number++) {
    $connection = stream_socket_accept($server, 60) ?: exit(0);
    $line = trim((string) fgets($connection));
    $headers = [];
    while (($header = trim((string) fgets($connection))) !== '') {
        [$name, $value] = explode(':', $header, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $length = (int) ($headers['content-length'] ?? 0);
    $body = $length > 0 ? stream_get_contents($connection, $length) : '';
    [$method, $path] = explode(' ', $line);
    echo json_encode(['method' => $method, 'path' => $path, 'headers' => $headers, 'body' => $body]), "\n";
    $answer = $answers[min($number, count($answers) - 1)];
    if ($answer !== null) {
        [$status, $content] = $answer;
        $text = is_string($content) ? $content : json_encode($content);
        $lines = ["HTTP/1.1 $status It is", 'connection: close'];
        foreach (($answer[2] ?? []) + ['content-length' => (string) strlen($text)] as $name => $value) {
            $lines[] = "$name: $value";
        }
        fwrite($connection, implode("\r\n", $lines) . "\r\n\r\n" . $text);
    }
    fclose($connection);
}
