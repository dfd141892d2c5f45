import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Vite plugin that writes a Brotli (`.br`) and a gzip (`.gz`) copy beside each built text file. The server sends these
 * copies, so it does not have to compress the files itself.
 */
export function compressFiles(): Plugin {
  let folder: string
  return {
    name: 'tocsin-compress-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(resolve(root, build.outDir), 'assets')
    },
    async closeBundle() {
      const names = await readdir(folder)
      await Promise.all(names.filter((name) => /\.(js|css|svg)$/.test(name)).map(compress))
    },
  }

  async function compress(name: string): Promise<void> {
    const path = join(folder, name)
    const content = await readFile(path)
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    await Promise.all([
      promisify(brotliCompress)(content, { params: quality }).then((packed) => writeFile(`${path}.br`, packed)),
      promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
    ])
  }
}
