import type { HomeWords } from '~/domain/website/home.server'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Container, Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'

/** Columns by number of pictures, so that none is alone in the last row. */
const columnClasses: Record<number, string> = { 1: 'max-w-2xl', 2: 'grid-cols-2', 4: 'grid-cols-2 xl:grid-cols-4' }

/** Pictures of some activities, with a link to all. Phones show three small ones in a row; the narrowest show one per row. */
export function WeekPictures({ words: { heading, text, pictures, link } }: { words: HomeWords['week'] }) {
  return (
    <Section id="week" heading={heading} background="sand" intro={<p>{text}</p>}>
      <ul className={`grid gap-2 sm:gap-6 lg:gap-8 ${columnClasses[pictures.length] ?? 'xs:grid-cols-3'}`}>
        {pictures.map(({ picture, label }) => (
          <li key={label} className="min-w-0">
            <WebsitePicture
              picture={picture}
              width={800}
              height={600}
              sizes="min(33vw, 25rem)"
              className="aspect-[4/3] h-auto w-full rounded-sm border border-line sm:rounded"
            />
            <p className="mt-1 text-small font-bold leading-tight sm:mt-2 sm:text-body">{label}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.programmes} variant="secondary" className="mt-5 lg:mt-8">
        {link}
        <Icon name="arrow-right" className="h-5 w-5" />
      </ButtonLink>
    </Section>
  )
}

/** 'What We Offer', in columns. Without boxes one offer looks as complete as six. */
export function Offers({ words: { heading, items } }: { words: HomeWords['offers'] }) {
  return (
    <Section id="what-we-offer" heading={heading}>
      <ul className="grid gap-x-12 gap-y-4 lg:grid-cols-3 lg:gap-y-10">
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

/** The values as a list next to a picture. */
export function Values({ words: { heading, items, picture } }: { words: HomeWords['values'] }) {
  return (
    <section aria-labelledby="values" className="bg-white py-6 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <WebsitePicture
          picture={picture}
          width={800}
          height={600}
          className="hidden aspect-[4/3] h-auto w-full rounded lg:block"
        />
        <div>
          <h2 id="values">{heading}</h2>
          <ul className="mt-2 divide-y divide-line lg:mt-4">
            {items.map((value) => (
              <li key={value.title} className="flex items-start gap-3 py-2 lg:gap-4 lg:py-4">
                <span className="picture flex h-8 w-8 shrink-0 items-center justify-center rounded-full bg-tide text-river lg:h-12 lg:w-12">
                  <Icon name={value.symbol} className="h-5 w-5 lg:h-7 lg:w-7" />
                </span>
                <div>
                  <h3 className="inline text-body lg:block">{value.title}</h3>{' '}
                  <p className="inline leading-normal lg:block lg:leading-relaxed">{value.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </section>
  )
}
