import type { HomeWords } from '~/domain/website/home.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/page'
import { Picture } from '~/ui/picture'

/** Pictures of some activities, with a link to all of them. On a phone each stands small beside its words. */
export function WeekStrip({ words: { heading, text, pictures, link } }: { words: HomeWords['week'] }) {
  return (
    <Section id="week" heading={heading} ground="sand" intro={<p>{text}</p>}>
      <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6 lg:gap-8">
        {pictures.map(({ picture, label }) => (
          <li key={label} className="flex items-center gap-4 sm:block tiny:block">
            <Picture
              shown={picture}
              width={800}
              height={600}
              className="h-auto w-36 shrink-0 rounded border border-line sm:w-full tiny:w-full"
            />
            <p className="font-bold sm:mt-2">{label}</p>
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
