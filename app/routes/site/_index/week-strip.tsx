import type { HomeWords } from '~/domain/website/home.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/site/page'
import { Picture } from '~/ui/site/picture'

/** Pictures of some activities, with a link to all of them. On a phone they are small, three in a row. */
export function WeekStrip({ words: { heading, text, pictures, link } }: { words: HomeWords['week'] }) {
  return (
    <Section id="week" heading={heading} ground="sand" intro={<p>{text}</p>}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2 sm:grid-cols-3 sm:gap-6 lg:gap-8">
        {pictures.map(({ picture, label }) => (
          <li key={label} className="min-w-0">
            <Picture
              shown={picture}
              width={800}
              height={600}
              sizes="min(33vw, 25rem)"
              className="h-auto w-full rounded-sm border border-line sm:rounded"
            />
            <p className="mt-1 hyphens-auto text-small font-bold leading-tight sm:mt-2 sm:text-body">{label}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to="/programmes" variant="secondary" className="mt-5 lg:mt-8">
        {link}
        <Icon name="arrow-right" className="h-5 w-5" />
      </ButtonLink>
    </Section>
  )
}
