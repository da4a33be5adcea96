import type { HomeWords } from '~/domain/website/home.server'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/page'
import { Picture } from '~/ui/picture'

/** 'What We Offer': three cards with a drawing each; on a phone, where they would be three screens and three requests, with their symbols. */
export function Offers({ words: { heading, items } }: { words: HomeWords['offers'] }) {
  return (
    <Section id="what-we-offer" heading={heading}>
      <ul className="grid gap-6 md:grid-cols-3 lg:gap-8">
        {items.map((offer) => (
          <li key={offer.title} className="overflow-hidden rounded border border-line bg-white shadow-card">
            <Picture shown={offer.picture} width={800} height={600} className="hidden h-auto w-full sm:block" />
            <div className="p-5 lg:p-6">
              <h3 className="flex items-center gap-3">
                <Icon name={offer.symbol} className="h-8 w-8 shrink-0 text-river" />
                {offer.title}
              </h3>
              <p className="mt-2">{offer.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
