import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation, useNavigation } from '@remix-run/react'
import { listPublicCurrentMembers, listPublicPastMembers } from '~/domain/board/board.server'
import { listPublicPlans } from '~/domain/plans/plans.server'
import { loadLists } from '~/http/answers/lists.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { LoadError } from '~/ui/error-page'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { CardSkeleton } from '~/ui/lists/skeleton'
import { TabLinks } from '~/ui/portal/tab-links'
import { Container, PageHeading } from '~/ui/site/page'
import { MemberCards } from './members'
import { PlanCards } from './plans'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Directors',
  description: ({ words }) => words.search.description,
  detailFromUrl: ({ search }) => titles[getTab(search)],
  scripts: true,
  views: ['/board?tab=past', '/board?tab=strategic'],
})

export { shouldRevalidate } from '~/ui/forms/post'

const tabs = [
  { to: paths.board, label: 'Current Board', symbol: 'people' },
  { to: `${paths.board}?tab=past`, label: 'Past Members', symbol: 'clock' },
  { to: `${paths.board}?tab=strategic`, label: 'Strategic Plans', symbol: 'document' },
] as const

const titles = { current: undefined, past: 'Past Members', strategic: 'Strategic Plans' }

/** The Strategic Plans tab has no heading: each plan has its own. */
const headings = { current: 'Who is on the board now', past: 'Who was on the board before' }

function getTab(search: string): 'current' | 'past' | 'strategic' {
  const tab = new URLSearchParams(search).get('tab')
  return tab === 'past' || tab === 'strategic' ? tab : 'current'
}

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { db } = context
  const page = await loadSitePage(args, 'directors')
  const tab = getTab(new URL(request.url).search)
  const listMembers = tab === 'past' ? listPublicPastMembers : listPublicCurrentMembers
  return loadLists(async (orEmpty) => ({
    ...page,
    tab,
    members: tab === 'strategic' ? [] : await orEmpty(listMembers(db), []),
    plans: tab === 'strategic' ? await orEmpty(listPublicPlans(db), []) : [],
  }))
}

export { publicMeta as meta } from '~/ui/site/public-meta'

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
/** The page's data. `words` is missing if the loader failed. */
type BoardData = Pick<Loaded, 'tab' | 'members' | 'plans' | 'notLoaded'> & Partial<Pick<Loaded, 'words'>>

export default function Board() {
  return <Directors data={useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  const { search } = useLocation()
  return <LoadError empty={<Directors data={{ tab: getTab(search), members: [], plans: [], notLoaded: true }} />} />
}

function Directors({ data }: { data: BoardData }) {
  const { location } = useNavigation()
  const chosen = location?.pathname === paths.board ? getTab(location.search) : data.tab
  const intro = data.words?.intro
  const address = chosen === 'current' ? paths.board : `${paths.board}?tab=${chosen}`
  return (
    <>
      <ExampleMark of={['intro']} />
      <PageHeading heading={intro?.heading ?? 'Directors'}>{intro && <p>{intro.text}</p>}</PageHeading>
      <Container className="py-10 lg:py-14">
        <TabLinks tabs={tabs} current={address} label="Directors">
          {data.notLoaded && chosen === data.tab && (
            <div className="mb-6">
              <LoadFailureNotice />
            </div>
          )}
          {chosen !== 'strategic' && <h2 className="mb-4 mt-2">{headings[chosen]}</h2>}
          {chosen !== data.tab ? (
            <CardSkeleton cards={chosen === 'strategic' ? 3 : 6} />
          ) : chosen === 'strategic' ? (
            <PlanCards plans={data.plans} />
          ) : (
            <MemberCards
              members={data.members}
              emptyText={data.tab === 'past' ? 'No past members archived' : 'No current board members'}
            />
          )}
        </TabLinks>
      </Container>
    </>
  )
}
