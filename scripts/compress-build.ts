import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes what each file that browsers load is compressed, beside it: once, so that no server does it for each visitor. */
export async function compressBuild(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.{js,css,json,svg,txt}`);
  await Promise.all(
    files.flatMap((file) =>
      Object.entries(compress).map(async ([ending, work]) =>
        writeFile(`${file}.${ending}`, await work(await readFile(file))),
      ),
    ),
  );
}
