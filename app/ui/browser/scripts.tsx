import { Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import type { ScreenDefinition } from '~/screen'
import type { RootData } from './root-data'

const Nonce = createContext<string | undefined>(undefined)
/** Provides the Content-Security-Policy's nonce on the server. Browsers hide it from scripts. */
export const NonceProvider = Nonce.Provider

/** Whether the page needs scripts: the innermost `handle` that sets `scripts` decides. Visitors who save data get none. */
function useHasScripts(): boolean {
  const root = useRouteLoaderData('root') as RootData | undefined
  const declarations = useMatches().flatMap(({ handle, data }) => {
    const scripts = (handle as ScreenDefinition<unknown> | undefined)?.scripts
    return scripts === undefined ? [] : [typeof scripts === 'function' ? scripts(data) : scripts]
  })
  return root?.saveData !== true && declarations.pop() === true
}

/** Remix's scripts on pages that need them. They stay loaded after a navigation to a page without them. */
export function PageScripts() {
  const nonce = useContext(Nonce)
  const [hasScripts] = useState(useHasScripts())
  return (
    hasScripts && (
      <>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </>
    )
  )
}
