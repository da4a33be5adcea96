import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin, ResolvedConfig, Rollup } from 'vite'
import { getRequiredAccess, type ScreenDefinition } from '../screen'

/** React, Remix, and the helpers that Vite and Rollup add. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|cookie|set-cookie-parser|@web3-storage|@remix-run)\/|commonjsHelpers|vite\/(preload-helper|modulepreload-polyfill)/

type Area = 'every page' | 'site' | 'portal' | 'tutors' | `seldom-${string}`

/** Who loads a module that the browser starts from; undefined for a page without scripts. */
export function getArea(file: string, screen: ScreenDefinition | undefined): Area | undefined {
  const [, group, isLayout] = /\/app\/routes\/(\w+)\/(layout)?/.exec(file) ?? []
  if (!group) return 'every page'
  if (screen?.bundle) return `seldom-${screen.bundle}`
  if (screen?.scripts === false) return undefined
  if (group === 'dashboard') return getRequiredAccess(screen, 'loader') === 'tutor' ? 'tutors' : 'portal'
  return isLayout || screen?.scripts ? 'site' : undefined
}

/** Evaluates what routes export as `handle`, without the rest of their modules, and returns it by the route's file. */
export async function loadDeclarations(
  files: string[],
  define?: Record<string, string>,
): Promise<Map<string, ScreenDefinition | undefined>> {
  // Inside the project, so that packages are found.
  await mkdir('.cache', { recursive: true })
  const folder = await mkdtemp(resolve('.cache/declarations-'))
  const outfile = join(folder, 'declarations.mjs')
  const imports = files.map((file, index) => `import * as route${index} from ${JSON.stringify(file)}\n`)
  const handles = files.map((_, index) => `route${index}.handle`)
  try {
    await build({
      stdin: { contents: `${imports.join('')}export default [${handles}]`, resolveDir: resolve() },
      outfile,
      define,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      external: ['*?url', '*?url&no-inline'],
      tsconfig: resolve('tsconfig.json'),
      // A layout has no declaration.
      logOverride: { 'import-is-undefined': 'silent' },
      logLevel: 'error',
    })
    const { default: declared } = await import(pathToFileURL(outfile).href)
    return new Map(files.map((file, index) => [file, declared[index]]))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The modules that the browser starts from, by who loads them, and the areas of students. */
interface Entries {
  areas: Map<string, Area>
  studentAreas: Set<Area>
}

async function findEntries(
  { getModuleIds, getModuleInfo }: Rollup.PluginContext,
  config: ResolvedConfig,
): Promise<Entries> {
  const getFile = (id: string) => id.split('?', 1)[0] ?? ''
  const ids = [...getModuleIds()].filter((id) => getModuleInfo(id)?.isEntry)
  const isRoute = (file: string) => file.includes('/app/routes/')
  const declarations = await loadDeclarations([...new Set(ids.map(getFile).filter(isRoute))], config.define)
  const areas = new Map<string, Area>()
  const studentAreas = new Set<Area>()
  for (const id of ids) {
    const screen = declarations.get(getFile(id))
    const area = getArea(getFile(id), screen)
    if (!area) continue
    areas.set(id, area)
    if (getRequiredAccess(screen, 'loader') !== 'tutor') studentAreas.add(area)
  }
  return { areas, studentAreas }
}

/** The areas in which each module is needed as soon as a page starts. */
function findAreasByModule(
  entries: Map<string, Area>,
  { getModuleInfo }: Rollup.ManualChunkMeta,
): Map<string, Set<Area>> {
  const found = new Map<string, Set<Area>>()
  for (const [entry, area] of entries) {
    const waiting = [entry]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const areas = found.get(id) ?? new Set()
      if (areas.has(area)) continue
      found.set(id, areas.add(area))
      waiting.push(...(getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return found
}

/**
 * The file for a module: it holds what the same people load. Undefined leaves the module to Rollup. Code that tutors share with students
 * must not be in a file of tutors.
 */
function getFileName(id: string, areas: Set<Area> | undefined, studentAreas: Set<Area>): string | undefined {
  if (!areas) return undefined
  if (FRAMEWORK.test(id)) return 'framework'
  if (areas.has('every page')) return 'shared'
  if (areas.has('site')) return areas.size === 1 ? 'site' : 'forms'
  const [only = ''] = areas
  if (areas.size === 1 && only.startsWith('seldom-')) return only
  return [...areas].some((area) => studentAreas.has(area)) ? 'portal' : 'tutors'
}

/** Builds the browser's code in few files, by who loads it. */
export function groupBrowserFiles(): Plugin {
  let config: ResolvedConfig
  let entries: Entries
  let areas: Map<string, Set<Area>> | undefined
  const manualChunks: Rollup.GetManualChunk = (id, meta) => {
    areas ??= findAreasByModule(entries.areas, meta)
    return getFileName(id, areas.get(id), entries.studentAreas)
  }
  return {
    name: 'riverbank-browser-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: () => ({ build: { rollupOptions: { output: { manualChunks } } } }),
    configResolved(resolved) {
      config = resolved
    },
    async buildEnd(error) {
      if (!error) entries = await findEntries(this, config)
    },
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
