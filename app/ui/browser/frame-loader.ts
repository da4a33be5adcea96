import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { failedBy, inTime } from './answered'

/**
 * The browser's side of the loader of what surrounds a page. It keeps what it knew when no answer comes, so that a
 * broken line takes the panel alone, never the header, the tabs and Log Out. `useKept` in the route's component tells
 * it what the page was served with: Remix's own way, clientLoader.hydrate, loads nothing for whoever presses a link
 * while a page hydrates.
 */
export function frameLoader<Data>() {
  let known: Data | undefined
  const clientLoader = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<Data> => {
    try {
      return (await inTime(serverLoader<Data>())) as Data
    } catch (error) {
      const isAnswered = error instanceof Response || typeof failedBy(error).status === 'number'
      if (isAnswered || known === undefined) throw error
      return known
    }
  }
  const useKept = () => {
    const data = useLoaderData() as Data
    useEffect(() => {
      known = data
    }, [data])
    return data
  }
  return { clientLoader, useKept }
}

/** What surrounds a page is loaded anew only after a change. (Remix's default here is always `true`.) */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionStatus = 200, currentUrl, nextUrl }) => {
  const isChange = formMethod !== undefined && formMethod !== 'GET'
  return isChange ? actionStatus < 400 : currentUrl.href === nextUrl.href
}
