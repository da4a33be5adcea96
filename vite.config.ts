import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from 'tailwindcss'
import { defineConfig } from 'vite'
import { groupBrowserFiles } from './app/vite/browser-files'
import { commands, compressedFiles, compressManifest, middlewareFirst, plainScripts } from './app/vite/plugins'
import { writeRouteList } from './app/vite/route-list'
import own from './package.json'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** The oldest browsers that scripts run in. */
const BROWSERS = ['es2020', 'chrome80', 'safari14', 'firefox78']

/** 5 % smaller than esbuild's output. */
const terserOptions = {
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true, keep_fargs: false },
} as const

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
  'db/open.test.ts',
]

export default defineConfig(({ isSsrBuild }) => ({
  // Tests import the routes' modules directly: Remix's plugin would strip and rewrite them.
  plugins: process.env.VITEST
    ? []
    : [
        middlewareFirst(),
        groupBrowserFiles(),
        remix({
          buildEnd: async ({ remixConfig }) => {
            compressManifest()
            await writeRouteList(remixConfig.routes)
          },
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
      { extends: true, test: { name: 'slow', isolate: false, include: slow } },
    ],
    globalSetup: 'app/test/template.ts',
    setupFiles: 'app/test/watched-queries.ts',
    pool: 'forks',
    // As the server is started (app/processes/limits.mjs).
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
