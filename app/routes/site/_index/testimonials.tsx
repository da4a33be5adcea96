import type { HomeWords } from '~/domain/website/home.server'
import { Section } from '~/ui/site/page'

type Words = HomeWords['testimonials']['items'][number]

/** What somebody said, and who it was. */
export function Testimonial({ words: { content, author, role } }: { words: Words }) {
  return (
    <figure className="flex flex-col justify-center">
      <blockquote className="max-w-measure border-l-4 border-sun pl-4">“{content}”</blockquote>
      <figcaption className="mt-3 pl-5">
        <span className="font-bold">{author}</span>, <span className="text-ink-soft">{role}</span>
      </figcaption>
    </figure>
  )
}

/** The words of families after the first, which stands beside a student's (own-words.tsx). */
export function Testimonials({ words: { heading, items } }: { words: HomeWords['testimonials'] }) {
  const others = items.slice(1)
  if (others.length === 0) return null
  return (
    <Section id="testimonials" heading={heading} ground="tide">
      <ul className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
        {others.map((words) => (
          <li key={words.content}>
            <Testimonial words={words} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
