import { fill } from '~/content/fill'
import { weekStrip } from '~/content/home'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Section } from '~/ui/page'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'

/** Drawings of three activities, with a link to all sixteen. */
export function WeekStrip() {
  const centre = useCentre()
  return (
    <Section id="week" heading={fill(weekStrip.heading, centre)} ground="sand" intro={<p>{weekStrip.text}</p>}>
      <ul className="grid gap-6 sm:grid-cols-3 lg:gap-8">
        {weekStrip.pictures.map(({ name, label }) => (
          <li key={name}>
            <Picture name={name} width={800} height={600} className="h-auto w-full rounded border border-line" />
            <p className="mt-2 font-bold">{label}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to="/programmes" look="secondary" className="mt-8">
        {weekStrip.link}
        <Icon name="arrow-right" className="h-5 w-5" />
      </ButtonLink>
    </Section>
  )
}
