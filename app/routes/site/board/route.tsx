import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation, useNavigation } from '@remix-run/react'
import { formatYearsOnBoard } from '~/domain/board/board'
import { type BoardMember, listPublicCurrentMembers, listPublicPastMembers } from '~/domain/board/board.server'
import { formatPlanYears } from '~/domain/plans/plans'
import { listPublicPlans, type Plan } from '~/domain/plans/plans.server'
import { loadLists } from '~/http/answers/lists.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { LoadError } from '~/ui/error-page'
import { Lines } from '~/ui/lines'
import { EmptyState } from '~/ui/lists/empty-state'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { CardSkeleton } from '~/ui/lists/skeleton'
import { TabLinks } from '~/ui/portal/tab-links'
import { EmailLink } from '~/ui/site/contact-links'
import { EasyReadBox } from '~/ui/site/easy-read-part'
import { ExternalLink } from '~/ui/site/external-link'
import { Container, PageHeading } from '~/ui/site/page'
import { RichText } from '~/ui/site/rich-text'

function StrategicPlan({ plan }: { plan: Plan }) {
  return (
    <Card as="li" className="lg:p-10">
      <section className="grid gap-x-12 gap-y-6 lg:grid-cols-[2fr_3fr]">
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Badge tone={plan.isActive ? 'moss' : 'stone'}>{plan.isActive ? 'Current' : 'Archive'}</Badge>
            <p className="font-bold text-river">{formatPlanYears(plan)}</p>
          </div>
          <h2 className="mt-3">{plan.title}</h2>
          {plan.description && <p className="mt-2 text-lead text-ink-soft">{plan.description}</p>}
          {plan.documentUrl && (
            <p className="mt-4">
              <ExternalLink to={plan.documentUrl}>
                Read the full document<span className="sr-only"> of {plan.title}</span>
              </ExternalLink>
            </p>
          )}
        </div>
        <div>
          <EasyReadBox html={plan.easyRead} level="h3" />
          <RichText html={plan.content} />
        </div>
      </section>
    </Card>
  )
}

function PlanCards({ plans }: { plans: Plan[] }) {
  if (plans.length === 0) return <EmptyState picture="empty-files" title="No strategic plans available" />
  return (
    <ul className="space-y-6 lg:space-y-8">
      {plans.map((plan) => (
        <StrategicPlan key={plan.id} plan={plan} />
      ))}
    </ul>
  )
}

function Member({ member }: { member: BoardMember }) {
  const { name, position, bio, email, linkedIn, profileImage } = member
  const years = formatYearsOnBoard(member)
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex items-center gap-4">
        {profileImage && (
          <img
            src={profileImage}
            alt=""
            width={80}
            height={80}
            className="h-20 w-20 shrink-0 rounded-full object-cover"
          />
        )}
        <div className="min-w-0">
          <h3>{name}</h3>
          <p className="font-bold text-river">{position}</p>
          {years && <p className="text-small text-ink-soft">{years}</p>}
        </div>
      </div>
      {bio && (
        <p className="mt-4">
          <Lines text={bio} />
        </p>
      )}
      {(email || linkedIn) && (
        <ul className="mt-auto space-y-1 pt-4">
          {email && (
            <li>
              <EmailLink address={email} />
            </li>
          )}
          {linkedIn && (
            <li>
              <ExternalLink to={linkedIn}>
                LinkedIn<span className="sr-only"> of {name}</span>
              </ExternalLink>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

function MemberCards({ members, emptyText }: { members: BoardMember[]; emptyText: string }) {
  if (members.length === 0) return <EmptyState picture="empty-people" title={emptyText} />
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
      {members.map((member) => (
        <Member key={member.id} member={member} />
      ))}
    </ul>
  )
}

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Directors',
  description: ({ words }) => words.search.description,
  detailFromUrl: ({ search }) => titles[getTab(search)],
  scripts: true,
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
