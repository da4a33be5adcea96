import { Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import type { Screen } from '~/screen'
import type { RootData } from './root-data'

const Nonce = createContext<string | undefined>(undefined)
/** Provides the nonce of the response's Content-Security-Policy. There is none in the browser, which hides it. */
export const NonceProvider = Nonce.Provider

/** Whether the page needs scripts: the innermost route whose `handle` says so decides. A visitor who saves data gets none. */
function useHasScripts(): boolean {
  const root = useRouteLoaderData('root') as RootData | undefined
  const said = useMatches().flatMap(({ handle, data }) => {
    const scripts = (handle as Screen<unknown> | undefined)?.scripts
    return scripts === undefined ? [] : [typeof scripts === 'function' ? scripts(data) : scripts]
  })
  return root?.saveData !== true && said.pop() === true
}

/** Remix's scripts on pages that need them. A page keeps its scripts when the browser goes from it to one without. */
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
