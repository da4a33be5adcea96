import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { boardIntro } from '~/content/board'
import { fill } from '~/content/fill'
import { listCurrentMembers, listPastMembers } from '~/domain/board/board.server'
import { listPlans } from '~/domain/plans/plans.server'
import { log } from '~/log.server'
import { Container, PageHeading } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'
import { Skeleton } from '~/ui/skeleton'
import { TabLinks } from '~/ui/tab-links'
import { Members } from './members'
import { Plans } from './plans'

export const handle = { hydrate: true }

const tabs = [
  { to: '/board', label: 'Current Board', symbol: 'people' },
  { to: '/board?tab=past', label: 'Past Members', symbol: 'clock' },
  { to: '/board?tab=strategic', label: 'Strategic Plans', symbol: 'document' },
] as const

/** The tab that a query names; the first for an unknown one. */
function tabOf(search: string): 'current' | 'past' | 'strategic' {
  const tab = new URLSearchParams(search).get('tab')
  return tab === 'past' || tab === 'strategic' ? tab : 'current'
}

/** What can't be loaded is shown as an empty list, and logged. */
function emptyOnFailure(error: unknown): [] {
  log.error({ err: error }, 'the board could not be read')
  return []
}

export async function loader({ request, context: { db } }: LoaderFunctionArgs) {
  const tab = tabOf(new URL(request.url).search)
  const listMembers = tab === 'past' ? listPastMembers : listCurrentMembers
  return {
    tab,
    members: tab === 'strategic' ? [] : await listMembers(db).catch(emptyOnFailure),
    plans: tab === 'strategic' ? await listPlans(db).catch(emptyOnFailure) : [],
  }
}

export const meta = pageTitle(
  'Directors',
  'The people who lead our charity as volunteers, those who did before, and our strategic plans.',
)

export default function Board() {
  const shown = useLoaderData<typeof loader>()
  const { location } = useNavigation()
  const chosen = location?.pathname === '/board' ? tabOf(location.search) : shown.tab
  const address = chosen === 'current' ? '/board' : `/board?tab=${chosen}`
  return (
    <>
      <PageHeading
        heading="Directors"
        picture={
          <Picture name="empty-people" width={320} height={240} className="mx-auto hidden h-auto w-80 lg:block" />
        }
      >
        <p>{fill(boardIntro, useCentre())}</p>
      </PageHeading>
      <Container className="py-10 lg:py-14">
        <TabLinks tabs={tabs} current={address} label="Directors">
          {chosen !== shown.tab ? (
            <Skeleton cards={chosen === 'strategic' ? 3 : 6} />
          ) : chosen === 'strategic' ? (
            <Plans plans={shown.plans} />
          ) : (
            <Members
              members={shown.members}
              nobody={shown.tab === 'past' ? 'No past members archived' : 'No current board members'}
            />
          )}
        </TabLinks>
      </Container>
    </>
  )
}
