import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Plugin, transformWithEsbuild } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** Minifies scripts that are no modules (app/ui/listen), which Vite copies as they are written. */
export const plainScripts: Plugin = {
  name: 'riverbank-plain-scripts',
  apply: 'build',
  async generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.js')) continue
      const { code } = await transformWithEsbuild(String(file.source), file.fileName, {
        minify: true,
        sourcemap: false,
      })
      file.source = code
    }
  },
}

/** Beside each file its compressed versions, as small as they get; app/http/middleware/static-files.ts sends them. */
export const compressedFiles: Plugin = {
  ...compression({
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      defineAlgorithm('gzip', { level: 9 }),
    ],
    include: /\.(js|css|svg|txt|json|webmanifest)$/,
    threshold: 200,
    skipIfLargerOrEqual: true,
    logLevel: 'silent',
  }),
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
}

/** Compresses Remix's manifest, which is written after the other files. */
export function compressManifest(): void {
  const folder = 'build/client/assets'
  for (const name of readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name))) {
    const path = join(folder, name)
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)))
  }
}
