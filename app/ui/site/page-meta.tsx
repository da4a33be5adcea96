import { Meta } from '@remix-run/react'
import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'
import type { FailedAnswer } from '~/ui/browser/answered'
import { observed } from '~/ui/browser/observed'
import type { RootData } from '~/ui/browser/root-data'

/** What the root route's data is to the routes' titles (ui/browser/page-title.ts). */
export type KnownToTitle = RootData & { isRefused: boolean }

/** What actions answer when a form was not saved; the log-in has its own words for it. */
interface Answer extends FailedAnswer {
  result?: { status?: string }
  conflict?: object
  reply?: { status?: string }
  problem?: unknown
}

function isRefusal(answer: Answer | undefined): boolean {
  const { result, reply, failed, conflict, problem } = answer ?? {}
  return [result, reply].some((sent) => sent?.status === 'error') || Boolean(failed ?? conflict ?? problem)
}

/** The page's title and description. Remix's Meta knows what loaders give and nothing of actions, so it is told of a refused form. */
export function PageMeta() {
  const state = useContext(RouterState)
  const isTold = useValue(() => refused > 0, false)
  if (!state) return <Meta />
  const answers = Object.values(state.actionData ?? {}) as (Answer | undefined)[]
  const root = { ...state.loaderData.root, isRefused: isTold || answers.some(isRefusal) }
  return (
    <RouterState.Provider value={{ ...state, loaderData: { ...state.loaderData, root } }}>
      <Meta />
    </RouterState.Provider>
  )
}

/** The forms on this browser's page that were refused, by the server or before they were sent. */
let refused = 0
const { changed, useValue } = observed()

function count(by: number): void {
  refused += by
  changed()
}

/** Tells the page's title of a form that says why it was not saved, as long as it says so. */
export function useRefusedForm(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return
    count(1)
    return () => count(-1)
  }, [isRefused])
}
