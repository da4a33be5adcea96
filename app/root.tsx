import { randomUUID } from 'node:crypto'
import { data, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { Links, Outlet, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { displayOf } from './auth/display.server'
import { themeNamed, themes } from './content/themes'
import { displayAttributes, usualDisplay } from './domain/display/display'
import { telephoneLink } from './domain/telephone.server'
import { home } from './domain/website/home.server'
import { findShownPage } from './domain/website/shown.server'
import { takeMessage } from './http/forms/message.server'
import { defineScreen } from './screen'
import styles from './styles.css?url'
import { Arrival } from './ui/browser/arrival'
import { frameLoader } from './ui/browser/frame-loader'
import type { RootData } from './ui/browser/root-data'
import { PageScripts } from './ui/browser/scripts'
import { ServedMessage } from './ui/dialogs/message'
import { Toaster } from './ui/dialogs/toast'
import { ErrorPage } from './ui/error-page'
import { Sign } from './ui/site/head'
import { PageMeta } from './ui/site/page-meta'

export const handle = defineScreen({ access: { loader: 'anyone' } })

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { demo, publicUrl } = context.settings
  const centre = { ...context.settings.centre, phoneLink: telephoneLink(context.settings.centre.phone) }
  const display = await displayOf(args)
  const saveData = request.headers.get('Save-Data') === 'on'
  const idempotencyKey = randomUUID()
  context.unique.idempotencyKey = idempotencyKey
  const { message, headers } = await takeMessage(request, context)
  const year = new Date().getFullYear()
  const { isRefused = false } = context
  const origin = publicUrl?.origin ?? null
  const picture = (await findShownPage(context.db, home)).words.hero.picture.picture ?? null
  const theme = themeNamed(centre.theme)
  const colours = { theme, river: themes[theme].river }
  const known = { centre, colours, demo, origin, picture, saveData, display, message, idempotencyKey, year, isRefused }
  return data(known satisfies RootData, { headers })
}

const frame = frameLoader<RootData>()
export const clientLoader = frame.clientLoader
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { shouldRevalidate } from './ui/browser/frame-loader'

export function Layout({ children }: { children: ReactNode }) {
  // There is none where the root's own loader failed.
  const root = useRouteLoaderData('root') as RootData | undefined
  const theme = root?.colours.theme
  const display = displayAttributes(root?.display ?? usualDisplay)
  return (
    <html lang="en-IE" {...display} data-theme={theme === 'river' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {root && <Sign {...root} />}
        <PageMeta />
        <Links />
      </head>
      <body>
        {children}
        <PageScripts />
      </body>
    </html>
  )
}

export default function Root() {
  frame.useKept()
  // For tests, which wait until scripts run.
  useEffect(() => void document.documentElement.setAttribute('data-scripts', 'run'), [])
  return (
    <ServedMessage>
      <Toaster>
        <Outlet />
        <Arrival />
      </Toaster>
    </ServedMessage>
  )
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage alone />
    </main>
  )
}
