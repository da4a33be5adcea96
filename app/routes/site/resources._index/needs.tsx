import type { FamilyResource, FamilyResourcesWords } from '~/domain/website/family-resources.server'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container } from '~/ui/site/page'

type Kind = FamilyResource['category']

const needs: readonly { kind: Kind; id: string; word: 'hse' | 'advocacy' | 'rights' | 'planning' }[] = [
  { kind: 'HSE Services', id: 'hse-services', word: 'hse' },
  { kind: 'Advocacy', id: 'advocacy', word: 'advocacy' },
  { kind: 'Rights & Legal', id: 'rights', word: 'rights' },
  { kind: 'Planning & Support', id: 'planning', word: 'planning' },
]

/** Ids of the first card of each kind, by the card's index. */
export function getCardIds(cards: readonly FamilyResource[]): Map<number, string> {
  return new Map(
    needs.map(({ kind, id }): [number, string] => [cards.findIndex(({ category }) => category === kind), id]),
  )
}

/** The intro, and links from each need to the first card that meets it. */
export function ResourcesOpening({
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
