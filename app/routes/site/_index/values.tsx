import type { HomeWords } from '~/domain/website/home.server'
import { Icon } from '~/ui/icon'
import { Container } from '~/ui/page'
import { Picture } from '~/ui/picture'

/** The five values as a list beside a drawing of the garden. */
export function Values({ words: { heading, items, picture } }: { words: HomeWords['values'] }) {
  return (
    <section aria-labelledby="values" className="bg-paper py-12 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <Picture shown={picture} width={800} height={600} className="hidden h-auto w-full rounded lg:block" />
        <div>
          <h2 id="values">{heading}</h2>
          <ul className="mt-4 divide-y divide-line">
            {items.map((value) => (
              <li key={value.title} className="flex items-start gap-4 py-4">
                <span className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-tide text-river">
                  <Icon name={value.symbol} className="h-7 w-7" />
                </span>
                <div>
                  <h3 className="text-body">{value.title}</h3>
                  <p>{value.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </section>
  )
}
