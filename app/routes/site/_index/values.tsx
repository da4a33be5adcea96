import type { HomeWords } from '~/domain/website/home.server'
import { Icon } from '~/ui/icon'
import { Container } from '~/ui/site/page'
import { Picture } from '~/ui/site/picture'

/** The five values as a list beside a drawing of the garden. */
export function Values({ words: { heading, items, picture } }: { words: HomeWords['values'] }) {
  return (
    <section aria-labelledby="values" className="bg-white py-6 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <Picture shown={picture} width={800} height={600} className="hidden h-auto w-full rounded lg:block" />
        <div>
          <h2 id="values">{heading}</h2>
          <ul className="mt-2 divide-y divide-line lg:mt-4">
            {items.map((value) => (
              <li key={value.title} className="flex items-start gap-3 py-2 lg:gap-4 lg:py-4">
                <span className="flex h-8 w-8 shrink-0 items-center justify-center rounded-full bg-tide text-river lg:h-12 lg:w-12">
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
