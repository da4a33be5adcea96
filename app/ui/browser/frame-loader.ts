import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { toRequestFailure, withTimeout } from './request-failure'

/**
 * Creates a clientLoader for a layout that falls back to its last data when no answer comes, so that a lost
 * connection breaks only the panel, never the header, tabs and Log Out. The route's component calls `useServedData` to pass
 * it the served data: with Remix's own clientLoader.hydrate, a link pressed during hydration would load nothing.
 */
export function createFrameLoader<Data>() {
  let lastData: Data | undefined
  const clientLoader = async ({ serverLoader }: ClientLoaderFunctionArgs): Promise<Data> => {
    try {
      return (await withTimeout(serverLoader<Data>())) as Data
    } catch (error) {
      const isAnswered = error instanceof Response || typeof toRequestFailure(error).status === 'number'
      if (isAnswered || lastData === undefined) throw error
      return lastData
    }
  }
  const useServedData = () => {
    const data = useLoaderData() as Data
    useEffect(() => {
      lastData = data
    }, [data])
    return data
  }
  return { clientLoader, useServedData }
}

/** Reloads a layout's data only after a change. (Remix's default here is always `true`.) */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionStatus = 200, currentUrl, nextUrl }) => {
  const isChange = formMethod !== undefined && formMethod !== 'GET'
  return isChange ? actionStatus < 400 : currentUrl.href === nextUrl.href
}
