import type { AboutWords } from '~/domain/website/about.server'
import { Card } from '~/ui/card'
import { Section } from '~/ui/site/page'

export function Funding({ words: { heading, intro, partners } }: { words: AboutWords['funding'] }) {
  return (
    <Section id="funding" heading={heading} intro={<p>{intro}</p>}>
      <ul className="grid gap-6 md:grid-cols-2 lg:gap-8">
        {partners.map((partner) => (
          <Card key={partner.name} as="li">
            <h3>{partner.name}</h3>
            <p className="mt-2">{partner.text}</p>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
