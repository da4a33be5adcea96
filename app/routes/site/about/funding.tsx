import { funding } from '~/content/about'
import { fill } from '~/content/fill'
import { Card } from '~/ui/card'
import { Section } from '~/ui/page'
import { useCentre } from '~/ui/root-data'

export function Funding() {
  return (
    <Section id="funding" heading={funding.heading} ground="sand" intro={<p>{fill(funding.intro, useCentre())}</p>}>
      <ul className="grid gap-6 md:grid-cols-2 lg:gap-8">
        {funding.partners.map((partner) => (
          <Card key={partner.name} as="li">
            <h3>{partner.name}</h3>
            <p className="mt-2">{partner.text}</p>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
