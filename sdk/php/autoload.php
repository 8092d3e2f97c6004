<?php

declare(strict_types=1);

// For projects without Composer: require this file once. Composer reads composer.json instead.

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Kaira\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Kaira\\')), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
