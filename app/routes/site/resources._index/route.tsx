import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { paginatePublicResources } from '~/domain/resources/resources.server'
import type { FamilyResource, FamilyResourcesWords } from '~/domain/website/family-resources.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/icon'
import { CategoryBadge } from '~/ui/lists/category-badge'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { WithPhoneLink } from '~/ui/site/contact-links'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { ExternalLink } from '~/ui/site/external-link'
import { Container } from '~/ui/site/page'
import type { Category } from '~db/choices'

type Kind = FamilyResource['category']

const needs: readonly { kind: Kind; id: string; word: 'hse' | 'advocacy' | 'rights' | 'planning' }[] = [
  { kind: 'HSE Services', id: 'hse-services', word: 'hse' },
  { kind: 'Advocacy', id: 'advocacy', word: 'advocacy' },
  { kind: 'Rights & Legal', id: 'rights', word: 'rights' },
  { kind: 'Planning & Support', id: 'planning', word: 'planning' },
]

function getCardIds(cards: readonly FamilyResource[]): Map<number, string> {
  return new Map(
    needs.map(({ kind, id }): [number, string] => [cards.findIndex(({ category }) => category === kind), id]),
  )
}

function ResourcesOpening({
  words: { heading, text },
  needsText,
  cards,
}: {
  words: FamilyResourcesWords['intro']
  needsText: FamilyResourcesWords['needs']
  cards: readonly FamilyResource[]
}) {
  const shownNeeds = needs.filter(({ kind }) => cards.some(({ category }) => category === kind))
  return (
    <div className="bg-sand">
      <Container className="grid items-start gap-x-16 gap-y-4 py-6 lg:py-14 xl:grid-cols-[2fr_3fr]">
        <div>
          <EasyReadLink to={paths.easyRead.resources} />
          <h1>{heading}</h1>
          <p className="mt-3 max-w-measure sm:text-lead lg:mt-4">{text}</p>
        </div>
        {shownNeeds.length > 0 && (
          <>
            {/* On a phone the cards come first. */}
            <details className="fold no-print lg:hidden">
              <summary className="font-bold text-river">{needsText.heading}</summary>
              <NeedLinks shown={shownNeeds} text={needsText} />
            </details>
            <nav aria-labelledby="needs" className="no-print hidden lg:block">
              <h2 id="needs" className="text-h3">
                {needsText.heading}
              </h2>
              <NeedLinks shown={shownNeeds} text={needsText} />
            </nav>
          </>
        )}
      </Container>
    </div>
  )
}

function NeedLinks({ shown, text }: { shown: typeof needs; text: FamilyResourcesWords['needs'] }) {
  return (
    <ul className="mt-3 border-t-2 border-river">
      {shown.map(({ id, word }) => (
        <li key={id} className="border-b border-stone">
          <a
            href={`#${id}`}
            className="flex min-h-control items-center justify-between gap-4 py-2 font-bold hover:bg-white sm:px-2"
          >
            <span className="long-words">{text[word]}</span>
            <Icon name="arrow-right" className="h-5 w-5 shrink-0 rotate-90" />
          </a>
        </li>
      ))}
    </ul>
  )
}

const symbols: Record<FamilyResource['icon'], IconName> = {
  'heart-pulse': 'heart-pulse',
  users: 'people',
  megaphone: 'notices',
  'book-open': 'resources',
  scale: 'scale',
  phone: 'phone',
}
const tones = {
  'HSE Services': 'river',
  Advocacy: 'moss',
  'Rights & Legal': 'amber',
  'Planning & Support': 'stone',
} as const satisfies Record<FamilyResource['category'], string>

function FamilyResourceCard({ resource, id }: { resource: FamilyResource; id?: string }) {
  const { title, description, category, contact, icon, address, link } = resource
  return (
    <Card as="li" id={id} isSnug className="flex flex-col target:border-river">
      <div className="flex items-center justify-between gap-4">
        <Badge tone={tones[category]}>{category}</Badge>
        <Icon name={symbols[icon]} className="h-9 w-9 shrink-0 text-river" />
      </div>
      <h2 className="mt-2 text-h3 lg:mt-4">{title}</h2>
      <p className="mt-1 lg:mt-2">{description}</p>
      {contact && (
        <p className="mt-3">
          <WithPhoneLink>{contact}</WithPhoneLink>
        </p>
      )}
      <div className="mt-auto pt-3 lg:pt-4">
        <ExternalLink to={address}>{link}</ExternalLink>
      </div>
    </Card>
  )
}

interface ResourceSummary {
  id: number
  title: string
  description: string | null
  category: Category
}

function TutorsResources({ resources }: { resources: ResourceSummary[] }) {
  const { shortName } = useCentre()
  return (
    <section aria-labelledby="tutors-resources" className="mt-8 lg:mt-16">
      <h2 id="tutors-resources">From {shortName}</h2>
      <p className="mt-2 max-w-measure">Written by our tutors. You can print each page.</p>
      <ul className="mt-4 grid gap-x-8 border-b border-line md:grid-cols-2 lg:mt-6 xl:grid-cols-3">
        {resources.map(({ id, title, description, category }) => (
          <li key={id} className="long-words border-t border-line py-4">
            <CategoryBadge category={category} />
            <h3 className="mt-2">
              <Link to={paths.resources.one(id)} className="inline-flex min-h-target items-center">
                {title}
              </Link>
            </h3>
            {description && <p className="mt-1">{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Resources for Families',
  detail: formatPageNumber,
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const resources = await paginatePublicResources(context.db, getPageNumber(new URL(request.url).searchParams))
  return { ...resources, ...(await loadSitePage(args, 'resources')) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function FamilyResources() {
  const { items: resources, pages, words } = useLoaderData<typeof loader>()
  const { intro, needs, cards } = words
  const ids = getCardIds(cards.items)
  return (
    <>
      <ExampleMark of={['intro', 'needs']} />
      <ResourcesOpening words={intro} needsText={needs} cards={cards.items} />
      <ExampleMark of={['cards']} />
      <Container className="py-6 lg:py-16">
        {cards.items.length + resources.length === 0 ? (
          <EmptyState picture="empty-resources" title="No resources available" />
        ) : (
          <ul className="grid gap-3 md:grid-cols-2 lg:gap-6 xl:grid-cols-3">
            {cards.items.map((resource, index) => (
              <FamilyResourceCard key={resource.title} resource={resource} id={ids.get(index)} />
            ))}
          </ul>
        )}
        {resources.length > 0 && <TutorsResources resources={resources} />}
        <PageLinks pages={pages} heading="tutors-resources" />
      </Container>
    </>
  )
}
