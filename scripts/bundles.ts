import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import {
  type Bundle,
  type BundleFiles,
  bundleNames,
  bundleOf,
  isPublic,
  publicBundles,
  tutorsBundles,
} from '../app/ui/browser/bundles'

const ENTRY = 'virtual:riverbank/bundle/'
const FILES = 'virtual:riverbank/bundles'
const FOR_TUTORS = 'virtual:riverbank/for-tutors'
/** What the browser's build leaves for the server's. */
const left = resolve('build/bundles.json')

const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|cookie|set-cookie-parser|@web3-storage|@remix-run)\//

/** Smaller than esbuild makes it by 5 %, which every visitor saves. */
const terserOptions = {
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true, keep_fargs: false },
} as const

/** The oldest browsers that scripts run in. */
const BROWSERS = ['es2020', 'chrome80', 'safari14', 'firefox78']

/** What Vite and Rollup add for the framework's modules and for dynamic imports. */
const HELPERS = /commonjsHelpers|vite\/(preload-helper|modulepreload-polyfill)/

const screensOf = (group: string) =>
  readdirSync(resolve('app/routes', group)).filter((name) => existsSync(fileOf(`routes/${group}/${name}`)))
const fileOf = (id: string) => resolve('app', `${id}/route.tsx`)

/** The files of a bundle's routes, by the routes' ids. */
function routesOf(bundle: Bundle): Map<string, string> {
  const around = (group: string): [string, string][] => [
    ['root', resolve('app/root.tsx')],
    [`routes/${group}/layout`, resolve('app/routes', group, 'layout.tsx')],
  ]
  const ids = ['site', 'dashboard']
    .flatMap((group) => screensOf(group).map((name) => `routes/${group}/${name}`))
    .filter((id) => bundleOf(id) === bundle)
  const screens = ids.map((id): [string, string] => [id, fileOf(id)])
  if (bundle === 'frame') return new Map(around('dashboard'))
  if (!isPublic(bundle)) return new Map(screens)
  // The log-in has a second address (app/routes.ts).
  if (bundle === 'log-in') screens.push(['routes/site/login', fileOf('routes/site/portal')])
  return new Map([...around('site'), ...screens])
}

/** The modules of what only tutors get of everyone's screens, by their folders in app/routes. */
function forTutors(): [string, string][] {
  return ['dashboard', 'parts']
    .flatMap((group) => readdirSync(resolve('app/routes', group)).map((name) => `${group}/${name}`))
    .map((folder): [string, string] => [folder, resolve('app/routes', folder, 'for-tutors.tsx')])
    .filter(([, file]) => existsSync(file))
}

/** The code of a record of modules: its imports, and the expression for it. */
function recordOf(modules: Iterable<[string, string]>, prefix: string): { imports: string[]; record: string } {
  const named = [...modules].map(([key, file], index) => ({ key, file, name: `${prefix}${index}` }))
  return {
    imports: named.map(({ name, file }) => `import * as ${name} from ${JSON.stringify(file)}`),
    record: `{${named.map(({ key, name }) => `${JSON.stringify(key)}: ${name}`).join(', ')}}`,
  }
}

/** A bundle's own module: the modules of its routes, which Remix would otherwise fetch one by one. */
function entryOf(bundle: Bundle): string {
  const files = [...routesOf(bundle)].map(([id, file]): [string, string] => [id, `${file}?__remix-build-client-route`])
  const routes = recordOf(files, 'route')
  const begun = [
    `export const routes = ${routes.record}`,
    `export { begin } from ${JSON.stringify(resolve('app/entry.client.tsx'))}`,
  ]
  if (bundle !== 'tutor') return [...routes.imports, ...begun].join('\n')
  const parts = recordOf(forTutors(), 'part')
  const keep = `import { keepForTutors } from ${JSON.stringify(resolve('app/ui/portal/for-tutors.ts'))}`
  return [...routes.imports, ...parts.imports, keep, `keepForTutors(${parts.record})`, ...begun].join('\n')
}

/** The modules that each bundle needs as soon as it runs. */
function modulesByBundle({ getModuleInfo }: Rollup.ManualChunkMeta): Map<string, Set<Bundle>> {
  const found = new Map<string, Set<Bundle>>()
  for (const bundle of bundleNames) {
    const waiting = [`\0${ENTRY}${bundle}`]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const bundles = found.get(id) ?? new Set()
      if (bundles.has(bundle)) continue
      found.set(id, bundles.add(bundle))
      waiting.push(...(getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return found
}

/** The file that a module's code goes to; undefined leaves it to Rollup. */
function chunkFor(id: string, bundles: Set<Bundle> | undefined): string | undefined {
  if (!bundles) return undefined
  if (FRAMEWORK.test(id) || HELPERS.test(id)) return 'framework'
  const only = (...some: Bundle[]) => [...bundles].every((bundle) => some.includes(bundle))
  if (bundles.size === 1) return [...bundles][0]
  if (only(...tutorsBundles)) return 'tutor'
  if (only('portal', ...tutorsBundles)) return 'portal'
  // The board's tabs are those of the portal's frame.
  if (only('board', 'frame', 'portal', ...tutorsBundles)) return 'frame'
  if (only(...publicBundles)) return 'site'
  return bundles.has('frame') || bundles.has('portal') ? 'shared' : 'forms'
}

/** All files that a chunk imports, directly or not, as addresses. */
function importsOf(chunk: Rollup.OutputChunk, output: Rollup.OutputBundle): string[] {
  const all = new Set(chunk.imports)
  for (const file of all) {
    const imported = output[file]
    if (imported?.type === 'chunk') for (const next of imported.imports) all.add(next)
  }
  return [...all].map((file) => `/${file}`)
}

/** What each file of the browser's code is made of: the bytes of each package, and of each of our own modules, before minifying. */
function contentsOf(output: Rollup.OutputBundle): Record<string, Record<string, number>> {
  const contents: Record<string, Record<string, number>> = {}
  for (const chunk of Object.values(output)) {
    if (chunk.type !== 'chunk') continue
    const parts: Record<string, number> = {}
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      const [, inPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
      const part = inPackage ?? id.replace(`${resolve('.')}/`, '')
      parts[part] = (parts[part] ?? 0) + renderedLength
    }
    contents[chunk.fileName] = parts
  }
  return contents
}

/**
 * Builds the browser's code as few files: one for each bundle of screens, and those that several share. Tells the server which files
 * those are (`virtual:riverbank/bundles`); in development, where Remix serves each module by itself, it says null.
 */
export function bundles(): Plugin {
  let byBundle: Map<string, Set<Bundle>> | undefined
  const entries = new Map<Bundle, string>()
  let isBuild = false
  return {
    name: 'riverbank-bundles',
    config: (_config, { command, isSsrBuild }) => {
      isBuild = command === 'build'
      if (!isBuild) return undefined
      // The pages name the style sheet as the server's build calls it, so both have to make the very same.
      if (isSsrBuild) return { build: { target: 'node22', cssTarget: BROWSERS } }
      const manualChunks: Rollup.GetManualChunk = (id, meta) => {
        byBundle ??= modulesByBundle(meta)
        return chunkFor(id, byBundle.get(id))
      }
      return {
        build: {
          target: BROWSERS,
          // As check:checks builds, which nobody weighs.
          minify: process.env.QUICK_BUILD ? false : 'terser',
          terserOptions,
          rollupOptions: { output: { manualChunks } },
        },
      }
    },
    buildStart() {
      if (!isBuild || this.environment.config.build.ssr) return
      for (const name of bundleNames)
        entries.set(
          name,
          this.emitFile({ type: 'chunk', id: `${ENTRY}${name}`, name, preserveSignature: 'allow-extension' }),
        )
    },
    resolveId: (id) => (id === FILES || id === FOR_TUTORS || id.startsWith(ENTRY) ? `\0${id}` : undefined),
    load(id, { ssr } = {}) {
      if (id.startsWith(`\0${ENTRY}`)) return entryOf(id.slice(ENTRY.length + 1) as Bundle)
      if (id === `\0${FILES}`) return `export default ${isBuild && ssr ? readFileSync(left, 'utf8') : 'null'}`
      if (id !== `\0${FOR_TUTORS}`) return undefined
      const { imports, record } = recordOf(isBuild && !ssr ? [] : forTutors(), 'part')
      return [...imports, `export default ${isBuild && !ssr ? 'null' : record}`].join('\n')
    },
    generateBundle(_options, output) {
      const files: Partial<Record<Bundle, BundleFiles>> = {}
      // What imports each other runs in an order that depends on which file comes first.
      for (const chunk of Object.values(output))
        if (chunk.type === 'chunk' && importsOf(chunk, output).includes(`/${chunk.fileName}`))
          this.error(`${chunk.fileName} imports itself by way of ${chunk.imports.join(', ')}`)
      for (const [name, entry] of entries) {
        const chunk = output[this.getFileName(entry)] as Rollup.OutputChunk
        files[name] = { file: `/${chunk.fileName}`, imports: importsOf(chunk, output) }
      }
      if (entries.size === 0) return
      mkdirSync(dirname(left), { recursive: true })
      writeFileSync(left, JSON.stringify(files))
      writeFileSync(resolve('build/contents.json'), JSON.stringify(contentsOf(output), null, 1))
    },
  }
}
