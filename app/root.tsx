import { randomUUID } from 'node:crypto'
import { data, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { Links, Meta, Outlet, useRouteLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { findDisplayOfRequest } from '~/auth/device.server'
import { parseThemeName, themes } from './content/themes'
import { DEFAULT_DISPLAY, getDisplayAttributes } from './domain/display/display'
import { toTelephoneLink } from './domain/telephone.server'
import { home } from './domain/website/home.server'
import { findShownPage } from './domain/website/visible-page.server'
import { takeMessage } from './http/forms/message.server'
import { paths } from './paths'
import { defineScreen } from './screen'
import styles from './styles.css?url'
import { createFrameLoader } from './ui/browser/frame-loader'
import { NavigationFocus } from './ui/browser/navigation-focus'
import { useRefusedFormCount } from './ui/browser/refused-forms'
import type { RootData } from './ui/browser/root-data'
import { PageScripts } from './ui/browser/scripts'
import { MessageProvider } from './ui/dialogs/message'
import { Toaster } from './ui/dialogs/toast'
import { ErrorPage } from './ui/error-page'

/** The website's icons and theme colour. Without a logo, the icon is ours in the theme's colours. */
function SiteIcons({ centre, colours }: Pick<RootData, 'centre' | 'colours'>) {
  const own = centre.logo ?? colours.theme
  const icon = `${paths.icon}?of=${own}`
  return (
    <>
      <meta name="theme-color" content={colours.river} />
      {own === 'river' ? (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ) : (
        <link rel="icon" href={icon} type="image/png" />
      )}
      <link rel="apple-touch-icon" href={icon} />
    </>
  )
}

/** The page's title and description, updated when a form is refused or saved. */
function PageMeta() {
  useRefusedFormCount()
  return <Meta />
}

export const handle = defineScreen({ access: { loader: 'anyone' } })

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { demo, publicUrl } = context.settings
  const centre = { ...context.settings.centre, phoneLink: toTelephoneLink(context.settings.centre.phone) }
  const display = await findDisplayOfRequest(args)
  const saveData = request.headers.get('Save-Data') === 'on'
  const idempotencyKey = randomUUID()
  context.perResponse.idempotencyKey = idempotencyKey
  const { message, headers } = await takeMessage(request, context)
  const year = new Date().getFullYear()
  const { isRefused = false } = context.state
  const origin = publicUrl?.origin ?? null
  const picture = (await findShownPage(context.db, home)).words.hero.picture.picture ?? null
  const theme = parseThemeName(centre.theme)
  const colours = { theme, river: themes[theme].river }
  const rootData = {
    centre,
    colours,
    demo,
    origin,
    picture,
    saveData,
    display,
    message,
    idempotencyKey,
    year,
    isRefused,
  }
  return data(rootData satisfies RootData, { headers })
}

const frame = createFrameLoader<RootData>()
export const clientLoader = frame.clientLoader
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { shouldRevalidate } from './ui/browser/frame-loader'

export function Layout({ children }: { children: ReactNode }) {
  // Undefined when the root's own loader failed.
  const root = useRouteLoaderData('root') as RootData | undefined
  const theme = root?.colours.theme
  const display = getDisplayAttributes(root?.display ?? DEFAULT_DISPLAY)
  return (
    <html lang="en-IE" {...display} data-theme={theme === 'river' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {root && <SiteIcons {...root} />}
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
  frame.useServedData()
  // Tests wait for this.
  useEffect(() => void document.documentElement.setAttribute('data-scripts', 'run'), [])
  return (
    <MessageProvider>
      <Toaster>
        <Outlet />
        <NavigationFocus />
      </Toaster>
    </MessageProvider>
  )
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage isAlone />
    </main>
  )
}
