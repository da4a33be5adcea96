import files from 'virtual:riverbank/bundles'
import {
  UNSAFE_RemixContext as RemixContext,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ContextType, createContext, useContext } from 'react'
import type { Role } from '~db/choices'
import { type Bundle, type BundleFiles, bundlesAhead, bundlesFor } from './bundles'
import type { RootData } from './root-data'

type Remix = NonNullable<ContextType<typeof RemixContext>>
type Files = Record<Bundle, BundleFiles>

/** The index pages that addresses above the page's own lead to: the router would take their layouts for the pages themselves. */
const ABOVE = ['routes/site/_index', 'routes/dashboard/_index']

/**
 * Fetches the page's code after the page and its pictures, at the lowest priority (`import` alone would come first); on
 * 2G once somebody touches it; and then, `ahead`, the code of other screens. Its elements go again, since React hydrates
 * the document. A classic script, for old browsers.
 */
const loader = `(function (main, others, ahead) {
  function routesOf(bundles) { return Object.assign.apply(null, [{}].concat(bundles.map(function (bundle) { return bundle.routes }))) }
  function load(files) { return Promise.all(files.map(function (file) { return import(file) })) }
  function start() {
    if (start.done) return; start.done = 1
    others.concat(main).forEach(function (file) {
      var script = document.createElement('script')
      script.type = 'module'; script.fetchPriority = 'low'; script.src = file
      document.head.appendChild(script).remove()
    })
    load(main).then(function (bundles) {
      bundles[0].begin(routesOf(bundles))
      ahead.length && whenIdle(function () {
        load(ahead).then(function (more) { Object.assign(window.__remixRouteModules, routesOf(more)) }, function () {})
      })
    }, function () {})
  }
  function whenIdle(act) { window.requestIdleCallback ? requestIdleCallback(act, { timeout: 1000 }) : setTimeout(act, 1) }
  function begin() { whenIdle(start) }
  if (/2g/.test((navigator.connection || {}).effectiveType)) ['focusin', 'pointerdown', 'keydown'].forEach(function (touched) { addEventListener(touched, start) })
  else if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
})`.replace(/\n\s*/g, '\n')

/** The script of a page: Remix's context and its stream of data, the routes that the browser's router knows at first, and the loader. */
function startOf(names: Bundle[], files: Files, { manifest, serverHandoffString }: Remix, ids: string[]): string {
  const bundles = names.map((name) => files[name])
  const known = [...ABOVE, ...ids]
    .flatMap((id) => manifest.routes[id] ?? [])
    .map((route) => [route.id, { ...route, imports: [] }])
  const main = bundles.map(({ file }) => file)
  const others = [...new Set(bundles.flatMap(({ imports }) => imports))].filter((file) => !main.includes(file))
  const ahead = bundlesAhead(names).map((name) => files[name].file)
  return [
    `window.__remixContext=${serverHandoffString}`,
    'window.__remixContext.stream=new ReadableStream({start(controller){window.__remixContext.streamController=controller}}).pipeThrough(new TextEncoderStream())',
    `window.__remixManifest=${JSON.stringify({ ...manifest, routes: Object.fromEntries(known) })}`,
    `${loader}(${[main, others, ahead].map((list) => JSON.stringify(list))})`,
  ].join(';')
}

/** Remix's Scripts, but at the page's end and in few files; nothing on pages without interactive parts. In a browser they run already. */
export function LateScripts() {
  return import.meta.env.SSR ? <ChosenScripts /> : <PageScripts names={[]} />
}

/** The scripts of the bundles that this page loads: of none on a page without interactive parts, and for a visitor who saves data. */
function ChosenScripts() {
  const root = useRouteLoaderData('root') as RootData | undefined
  const portal = useRouteLoaderData('routes/dashboard/layout') as { user: { role: Role } } | undefined
  const matches = useMatches()
  // Where there is nothing to set up, its page must be like any that is not there.
  const isShut = (data: unknown) => (data as { isOpen?: boolean } | undefined)?.isOpen === false
  const ids = matches.filter(({ data }) => !isShut(data)).map(({ id }) => id)
  const names = root?.saveData ? [] : bundlesFor(ids, portal?.user.role)
  return names.length > 0 && <PageScripts names={names} />
}

function PageScripts({ names }: { names: Bundle[] }) {
  const nonce = useNonce()
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      {import.meta.env.DEV ? <Scripts nonce={nonce} /> : <Start names={names} nonce={nonce} />}
    </>
  )
}

function Start({ names, nonce }: { names: Bundle[]; nonce?: string }) {
  const remix = useContext(RemixContext)
  const ids = useMatches().map(({ id }) => id)
  // Tells RemixServer to send the page's data behind it.
  if (remix?.renderMeta) remix.renderMeta.didRenderScripts = true
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of the build's own addresses, and of what Remix escaped
      dangerouslySetInnerHTML={{ __html: files && remix ? startOf(names, files, remix, ids) : '' }}
    />
  )
}

const Nonce = createContext<string | undefined>(undefined)
export const NonceProvider = Nonce.Provider

/** This response's Content-Security-Policy nonce; undefined in the browser, which hides it. */
function useNonce(): string | undefined {
  return useContext(Nonce)
}
