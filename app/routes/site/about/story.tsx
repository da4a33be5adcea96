import type { AboutWords } from '~/domain/website/about.server'
import { Section } from '~/ui/site/page'

/** The timeline: vertical on phones, horizontal on wide screens. */
export function Story({ words: { heading, timeline } }: { words: AboutWords['story'] }) {
  return (
    <Section id="story" heading={heading}>
      <ol className="ml-3 grid border-l-4 border-river lg:ml-0 lg:grid-cols-4 lg:gap-x-8 lg:border-l-0 lg:border-t-4">
        {timeline.map((entry) => (
          <li
            key={`${entry.year} ${entry.title}`}
            className="relative pb-8 pl-8 last:pb-0 lg:pb-0 lg:pl-0 lg:pr-2 lg:pt-8"
          >
            <span
              aria-hidden="true"
              className="absolute -left-[14px] top-1 h-6 w-6 rounded-full border-4 border-river bg-sun lg:-top-[14px] lg:left-0"
            />
            <p className="text-h2 font-bold leading-none text-river">{entry.year}</p>
            <h3 className="mt-2">{entry.title}</h3>
            <p className="mt-2 max-w-measure">{entry.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
