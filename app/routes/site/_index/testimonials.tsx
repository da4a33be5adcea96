import { testimonialsHeading } from '~/content/home'
import { testimonials } from '~/content/testimonials'
import { Section } from '~/ui/page'

export function Testimonials() {
  return (
    <Section id="testimonials" heading={testimonialsHeading} ground="tide">
      <ul className="grid gap-6 lg:grid-cols-3 lg:gap-8">
        {testimonials.map(({ id, content, author, role }) => (
          <li key={id} className="rounded border border-line bg-white p-6 shadow-card">
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
