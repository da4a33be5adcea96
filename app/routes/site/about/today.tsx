import type { AboutWords } from '~/domain/website/about.server'
import { Section } from '~/ui/site/page'

export function Today({ words: { heading, text, stats } }: { words: AboutWords['today'] }) {
  return (
    <Section id="today" heading={heading} intro={<p>{text}</p>}>
      <ul className="grid gap-6 sm:grid-cols-2 lg:gap-8">
        {stats.map((stat) => (
          <li key={`${stat.value} ${stat.label}`} className="border-l-8 border-sun pl-6">
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
