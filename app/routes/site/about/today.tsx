import { today } from '~/content/about'
import { fill } from '~/content/fill'
import { Section } from '~/ui/page'
import { useCentre } from '~/ui/root-data'

export function Today() {
  const centre = useCentre()
  return (
    <Section id="today" heading={fill(today.heading, centre)} intro={<p>{today.text}</p>}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:gap-8">
        {today.stats.map((stat) => (
          <li key={stat.value} className="border-l-8 border-sun pl-6">
            <p>
              <span className="block text-h1 font-bold text-river">{stat.value}</span>{' '}
              <span className="block text-lead font-bold">{stat.label}</span>
            </p>
            <p className="mt-1">{stat.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
