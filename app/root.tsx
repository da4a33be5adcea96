import { randomUUID } from 'node:crypto'
import { data, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { Links, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { takeMessage } from './http/message.server'
import styles from './styles.css?url'
import { ErrorPage } from './ui/error-page'
import { frameLoader } from './ui/frame-loader'
import { ServedMessage } from './ui/message'
import { useNonce } from './ui/nonce'
import { PageMeta } from './ui/page-meta'
import { pageTitle } from './ui/page-title'
import type { RootData } from './ui/root-data'
import { Toaster } from './ui/toast'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { centre, demo } = context.settings
  const { message, headers } = await takeMessage(request, context)
  const saveData = request.headers.get('Save-Data') === 'on'
  const ticket = randomUUID()
  const year = new Date().getFullYear()
  return data({ centre, demo, saveData, message, ticket, year } satisfies RootData, { headers })
}

const frame = frameLoader<RootData>()
export const clientLoader = frame.clientLoader
export { shouldRevalidate } from './ui/frame-loader'
export const meta = pageTitle('')

/** Routes with interactive parts ask for scripts by `handle.hydrate`; a visitor who saves data gets none. */
function useSendsScripts(): boolean {
  const matches = useMatches()
  const saveData = (useRouteLoaderData('root') as RootData | undefined)?.saveData
  return !saveData && matches.some((match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate)
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const sendsScripts = useSendsScripts()
  return (
    <html lang="en-IE">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0A5160" />
        <PageMeta />
        <Links />
      </head>
      <body>
        {children}
        {sendsScripts && <ScrollRestoration nonce={nonce} />}
        {sendsScripts && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

export default function Root() {
  frame.useKept()
  return (
    <ServedMessage>
      <Toaster>
        <Outlet />
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
