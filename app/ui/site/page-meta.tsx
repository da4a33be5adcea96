import { Meta } from '@remix-run/react'
import { useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'
import type { FailedAnswer } from '~/ui/browser/answered'
import type { RootData } from '~/ui/browser/root-data'
import { useAnyRefused } from '~/ui/forms/refused-forms'

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
  const isTold = useAnyRefused()
  if (!state) return <Meta />
  const answers = Object.values(state.actionData ?? {}) as (Answer | undefined)[]
  const root = { ...state.loaderData.root, isRefused: isTold || answers.some(isRefusal) }
  return (
    <RouterState.Provider value={{ ...state, loaderData: { ...state.loaderData, root } }}>
      <Meta />
    </RouterState.Provider>
  )
}
