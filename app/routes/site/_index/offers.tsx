import type { HomeWords } from '~/domain/website/home.server'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/site/page'

/** 'What We Offer': words in columns without boxes, so that one offer looks as whole as six. */
export function Offers({ words: { heading, items } }: { words: HomeWords['offers'] }) {
  return (
    <Section id="what-we-offer" heading={heading}>
      <ul className="grid gap-x-12 gap-y-4 md:grid-cols-2 lg:gap-y-10 xl:grid-cols-3">
        {items.map((offer) => (
          <li key={offer.title} className="border-t-2 border-river pt-3 lg:border-t-4 lg:pt-4">
            <h3 className="flex items-center gap-3">
              <Icon name={offer.symbol} className="h-8 w-8 shrink-0 text-river" />
              {offer.title}
            </h3>
            <p className="mt-1 max-w-measure lg:mt-2">{offer.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
