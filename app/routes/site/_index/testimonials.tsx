import type { HomeWords } from '~/domain/website/home.server'
import { Section } from '~/ui/page'

export function Testimonials({ words: { heading, items } }: { words: HomeWords['testimonials'] }) {
  if (items.length === 0) return null
  return (
    <Section id="testimonials" heading={heading} ground="tide">
      <ul className="grid gap-6 lg:grid-cols-3 lg:gap-8">
        {items.map(({ content, author, role }) => (
          <li key={content} className="rounded border border-line bg-white p-6 shadow-card">
            <figure className="flex h-full flex-col">
              <blockquote className="grow border-l-4 border-sun pl-4">“{content}”</blockquote>
              <figcaption className="mt-5 pl-5">
                <span className="block font-bold">{author}</span> <span className="block text-ink-soft">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
