import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Connect, type Plugin, transformWithEsbuild, type ViteDevServer } from 'vite'
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

const commandModules = {
  backup: 'app/backups/backup-command.server.ts',
  restore: 'app/backups/restore-command.server.ts',
  website: 'app/website-command.server.ts',
  user: 'app/user-command.server.ts',
  doctor: 'app/operator/doctor.server.ts',
}

/** The operator's commands, each a file of its own in build/server, so that it loads only what it needs beside a server. */
export const commands: Plugin = {
  name: 'riverbank-commands',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && Boolean(isSsrBuild),
  buildStart() {
    for (const [name, module] of Object.entries(commandModules))
      this.emitFile({
        type: 'chunk',
        id: resolve(module),
        fileName: `commands/${name}.js`,
        preserveSignature: 'strict',
      })
  },
}

/** In development the same Express middleware runs before Remix as in production, so that both behave alike. */
export function middlewareFirst(): Plugin {
  return {
    name: 'riverbank-middleware',
    configureServer(server: ViteDevServer) {
      // Made again once any of the server's modules has changed.
      let served: { build?: unknown; made?: Promise<{ app: Connect.NextHandleFunction }> } = {}
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            const build = await server.ssrLoadModule('virtual:remix/server-build')
            if (served.build !== build)
              served = { build, made: build.entry.module.createApp(build, { isDevelopment: true }) }
            const made = await served.made
            made?.app(request, response, next)
          } catch (error) {
            served = {}
            next(error)
          }
        })
      }
    },
  }
}
