import type { HomeWords } from '~/domain/website/home.server'
import { classes } from '~/ui/classes'
import { Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'

/** A student's quote in large type with their picture. */
export function StudentQuote({ words }: { words: HomeWords['student'] | undefined }) {
  if (!words) return null
  const { heading, quote, author, about, picture } = words
  const hasPicture = picture.picture !== undefined || picture.drawing !== ''
  return (
    <Section id="own-words" heading={heading}>
      <figure className={classes('grid max-w-5xl items-center gap-x-4 gap-y-4', hasPicture && withPictureClass)}>
        <blockquote
          className={classes(
            'text-h3 lg:text-h2 lg:leading-snug',
            hasPicture && 'col-span-2 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:self-end tiny:col-span-1',
          )}
        >
          “{quote}”
        </blockquote>
        {hasPicture && (
          <WebsitePicture
            picture={picture}
            width={480}
            height={480}
            sizes="(min-width: 1024px) 15rem, 8rem"
            className="aspect-square h-auto w-full rounded-full lg:col-start-1 lg:row-span-2 lg:row-start-1"
          />
        )}
        <figcaption className={hasPicture ? 'col-start-2 lg:self-start tiny:col-start-1' : ''}>
          <span className="block font-bold">{author}</span> <span className="block text-ink-soft">{about}</span>
        </figcaption>
      </figure>
    </Section>
  )
}

const withPictureClass =
  'grid-cols-[5.5rem_1fr] sm:grid-cols-[8rem_1fr] lg:grid-cols-[15rem_1fr] lg:grid-rows-[1fr_auto] lg:gap-x-10 tiny:grid-cols-1'

/** Columns by number of quotes, so that none is alone in the last row. */
const columnClasses: Record<number, string> = { 1: '', 2: 'md:grid-cols-2', 4: 'md:grid-cols-2' }

/** What families say, in columns. */
export function Testimonials({ words }: { words: HomeWords['testimonials'] | undefined }) {
  if (!words || words.items.length === 0) return null
  const { heading, items } = words
  return (
    <Section id="testimonials" heading={heading} background="tide">
      <ul className={`grid gap-x-12 gap-y-6 ${columnClasses[items.length] ?? 'lg:grid-cols-3'}`}>
        {items.map(({ content, author, role }) => (
          <li key={content}>
            <figure className="border-l-4 border-sun pl-4">
              <blockquote className="max-w-measure">“{content}”</blockquote>
              <figcaption className="mt-3">
                <span className="font-bold">{author}</span>, <span className="text-ink-soft">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
