<?php

declare(strict_types=1);

// The few names of Laravel that the handler uses, over one file for a database. What is tested with them is the handler
// and Kaira; Laravel itself is not.

namespace Illuminate\Http {
    final class Request
    {
        public object $headers;

        public function __construct()
        {
            // As Symfony's HeaderBag has them: lower case, each a list.
            $this->headers = new class {
                public function all(): array
                {
                    return array_map(fn (string $each): array => [$each], array_change_key_case(getallheaders()));
                }
            };
        }

        public function getContent(): string
        {
            return (string) file_get_contents('php://input');
        }
    }

    final class Response
    {
        public function __construct(public readonly string $text, public readonly int $status)
        {
        }
    }
}

namespace Illuminate\Support\Facades {
    final class DB
    {
        public static array $tables = [];

        public static function transaction(callable $what): void
        {
            $file = fopen(getenv('SHOP_DATABASE'), 'c+');
            flock($file, LOCK_EX);
            self::$tables = json_decode((string) stream_get_contents($file), true) ?? [];
            $what();
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, json_encode(self::$tables));
        }

        public static function table(string $name): object
        {
            return new class ($name) {
                private array $condition;

                public function __construct(private readonly string $name)
                {
                }

                public function insertOrIgnore(array $row): int
                {
                    $isThere = isset(DB::$tables[$this->name][$row['id']]);
                    DB::$tables[$this->name][$row['id']] = $row;
                    return $isThere ? 0 : 1;
                }

                public function insert(array $row): void
                {
                    DB::$tables[$this->name][] = $row;
                }

                public function where(string $column, string $value): static
                {
                    $this->condition = [$column, $value];
                    return $this;
                }

                public function first(): ?object
                {
                    $found = array_filter(DB::$tables[$this->name] ?? [], $this->fits(...));
                    return $found === [] ? null : (object) reset($found);
                }

                public function update(array $changes): void
                {
                    foreach (DB::$tables[$this->name] as &$row) {
                        $row = $this->fits($row) ? [...$row, ...$changes] : $row;
                    }
                }

                private function fits(array $row): bool
                {
                    return $row[$this->condition[0]] === $this->condition[1];
                }
            };
        }
    }

    final class Log
    {
        public static function warning(string $what): void
        {
            error_log($what);
        }
    }
}

namespace {
    function config(string $name): string
    {
        return ['services.kaira.secret' => getenv('KAIRA_WEBHOOK_SECRET'), 'services.kaira.environment' => 'SANDBOX'][$name];
    }

    function response(string $text, int $status = 200): Illuminate\Http\Response
    {
        return new Illuminate\Http\Response($text, $status);
    }
}
