import type { HomeWords } from '~/domain/website/home.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/page'
import { Picture } from '~/ui/picture'

/** Pictures of some activities, with a link to all of them. */
export function WeekStrip({ words: { heading, text, pictures, link } }: { words: HomeWords['week'] }) {
  return (
    <Section id="week" heading={heading} ground="sand" intro={<p>{text}</p>}>
      <ul className="grid gap-6 sm:grid-cols-3 lg:gap-8">
        {pictures.map(({ picture, label }) => (
          <li key={label}>
            <Picture shown={picture} width={800} height={600} className="h-auto w-full rounded border border-line" />
            <p className="mt-2 font-bold">{label}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to="/programmes" look="secondary" className="mt-8">
        {link}
        <Icon name="arrow-right" className="h-5 w-5" />
      </ButtonLink>
    </Section>
  )
}
