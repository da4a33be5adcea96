import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from 'tailwindcss'
import { type Connect, defineConfig, type Plugin, type Rollup, transformWithEsbuild, type ViteDevServer } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import own from './package.json'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** In development the same Express middleware runs before Remix as in production, so that both behave alike. */
function middlewareFirst(): Plugin {
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

/** The oldest browsers that scripts run in. */
const BROWSERS = ['es2020', 'chrome80', 'safari14', 'firefox78']

/** 5 % smaller than esbuild's output. */
const terserOptions = {
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true, keep_fargs: false },
} as const

/** React, Remix, and the helpers that Vite and Rollup add. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|cookie|set-cookie-parser|@web3-storage|@remix-run)\/|commonjsHelpers|vite\/(preload-helper|modulepreload-polyfill)/

/** Screens that people need seldom, so that their other pages do not load the code. */
const SELDOM = {
  password: /\/password\./,
  home: /\/(at-home|photos-of-you)\//,
  steps: /\/timetable\.steps\./,
  register: /\/timetable\.register\./,
  view: /\/profile\.people\.\$id\.view\//,
  photos: /\/notices\.questions\.\$id\.photos\//,
  permissions: /\/profile\.people\.photos\./,
  website: /\/profile\.website\./,
  records: /\/profile\.(activity|backup|retention|try-out|people\.several)/,
  imports: /\.import\//,
}

/** What students load: code that tutors share with them must not be in a file of tutors. */
const STUDENTS = ['portal', 'seldom-password', 'seldom-home'] as const

type Area = 'every page' | 'site' | 'portal' | 'tutors' | `seldom-${string}`

/** Who loads a module that the browser starts from, as its `handle` says; undefined for a page without scripts. */
function areaOf(entry: string): Area | undefined {
  const [file = ''] = entry.split('?', 1)
  const [, group, isLayout] = /\/app\/routes\/(\w+)\/(layout)?/.exec(file) ?? []
  if (!group) return 'every page'
  const source = readFileSync(file, 'utf8')
  const [seldom] = Object.entries(SELDOM).find(([, files]) => group === 'dashboard' && files.test(file)) ?? []
  if (seldom) return `seldom-${seldom}`
  if (/\bscripts: false/.test(source)) return undefined
  if (group === 'dashboard') return /access: ('tutor'|\{ loader: 'tutor')/.test(source) ? 'tutors' : 'portal'
  return isLayout || /\bscripts: /.test(source) ? 'site' : undefined
}

/** The areas in which each module is needed as soon as a page starts. */
function areasByModule({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Map<string, Set<Area>> {
  const found = new Map<string, Set<Area>>()
  for (const entry of getModuleIds()) {
    const area = getModuleInfo(entry)?.isEntry ? areaOf(entry) : undefined
    const waiting = area ? [entry] : []
    for (let id = waiting.pop(); area && id !== undefined; id = waiting.pop()) {
      const areas = found.get(id) ?? new Set()
      if (areas.has(area)) continue
      found.set(id, areas.add(area))
      waiting.push(...(getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return found
}

/** The file for a module: it holds what the same people load. Undefined leaves the module to Rollup. */
function chunkFor(id: string, areas: Set<Area> | undefined): string | undefined {
  if (!areas) return undefined
  if (FRAMEWORK.test(id)) return 'framework'
  if (areas.has('every page')) return 'shared'
  if (areas.has('site')) return areas.size === 1 ? 'site' : 'forms'
  const [only = ''] = areas
  if (areas.size === 1 && only.startsWith('seldom-')) return only
  return STUDENTS.some((area) => areas.has(area)) ? 'portal' : 'tutors'
}

/** Builds the browser's code in few files, by who loads it. */
function groupedChunks(): Plugin {
  let areas: Map<string, Set<Area>> | undefined
  const manualChunks: Rollup.GetManualChunk = (id, meta) => {
    areas ??= areasByModule(meta)
    return chunkFor(id, areas.get(id))
  }
  return {
    name: 'riverbank-grouped-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: () => ({ build: { rollupOptions: { output: { manualChunks } } } }),
    generateBundle(_options, output) {
      const importsOf = (file: string) => {
        const all = new Set<string>([file])
        for (const one of all) {
          const chunk = output[one]
          if (chunk?.type === 'chunk') for (const next of chunk.imports) all.add(next === file ? 'itself' : next)
        }
        return all
      }
      // Files that import each other run in an order that depends on which comes first.
      for (const file of Object.keys(output)) if (importsOf(file).has('itself')) this.error(`${file} imports itself`)
    },
  }
}

/** Minifies scripts that are no modules (app/ui/listen), which Vite copies as they are written. */
const plainScripts: Plugin = {
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
const compressedFiles: Plugin = {
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
function compressManifest(): void {
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
const commands: Plugin = {
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

/**
 * Packages with many files, bundled into the server's files: otherwise an operator's command would first read 350 files, with little memory
 * left for them next to a server.
 */
const builtIn = ['kysely', 'zod', '@conform-to/zod']

/** The commit that is built; empty outside of a repository where COMMIT doesn't tell it. */
function commit(): string {
  if (process.env.COMMIT) return process.env.COMMIT
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

const tests = ['{app,db,scripts}/**/*.test.{ts,tsx}']
/** Tests that start many processes or take long: only scripts/check runs them. */
const slow = ['{app,db,scripts}/**/*.slow.test.{ts,tsx}']
/** Tests with a process of their own: they mock a module, count what the whole process did, or put its clock out. */
const alone = [
  'app/domain/accounts/{accounts.server,password}.test.ts',
  'app/{security-log,http/{middleware/observe-requests,errors/warnings}}.test.ts',
  'db/compiled.test.ts',
]

export default defineConfig(({ isSsrBuild }) => ({
  // Tests import the routes' modules directly: Remix's plugin would strip and rewrite them.
  plugins: process.env.VITEST
    ? []
    : [
        middlewareFirst(),
        groupedChunks(),
        remix({
          buildEnd: compressManifest,
          future: {
            v3_fetcherPersist: true,
            // All routes are in one cached file: the browser's router asks nothing about links, which cost the server a match for each.
            v3_lazyRouteDiscovery: false,
            v3_relativeSplatPath: true,
            v3_routeConfig: true,
            v3_singleFetch: true,
            v3_throwAbortReason: true,
          },
        }),
        plainScripts,
        compressedFiles,
        commands,
      ],
  define: { __VERSION__: JSON.stringify(own.version), __COMMIT__: JSON.stringify(commit()) },
  resolve: { alias: { '~': resolve('app'), '~db': resolve('db') } },
  ssr: { noExternal: isSsrBuild ? builtIn : undefined },
  build: {
    target: isSsrBuild ? 'node22' : BROWSERS,
    // Pages link to the style sheet by the hash of the server's build, so both builds make the same.
    cssTarget: BROWSERS,
    // check:checks builds without: nobody measures its files.
    minify: isSsrBuild || process.env.QUICK_BUILD ? false : 'terser',
    terserOptions,
  },
  // Development makes packages ready for browsers before the first page asks: found later, React would come twice. This one is the server's.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'],
    exclude: ['@node-rs/argon2'],
  },
  css: { postcss: { plugins: [tailwindcss()] } },
  test: {
    // To start a process and to read the product anew takes longer than most files of tests.
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, include: tests, exclude: [...alone, ...slow] } },
      { extends: true, test: { name: 'alone', include: alone, exclude: slow } },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
    globalSetup: 'app/test/template.ts',
    setupFiles: 'app/test/watched-queries.ts',
    pool: 'forks',
    // As the server is started (scripts/limits.mjs).
    execArgv: ['--expose-gc'],
    // More than two cores: many a test waits for a server or a clock.
    maxWorkers: 3,
    // For what hangs: on a busy machine a server or a picture may take a while.
    testTimeout: 60_000,
    // Whole names, so that a part of one finds its test.
    taskTitleValueFormatTruncate: 0,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    env: { LOG_LEVEL: 'silent' },
  },
}))
