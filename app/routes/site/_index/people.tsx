import type { HomeWords } from '~/domain/website/home.server'
import { classes } from '~/ui/classes'
import { Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'

/** A student's quote in large type with their picture, next to the first testimonial, if any. */
export function StudentQuote({
  words: { heading, quote, author, about, picture },
  family,
}: {
  words: HomeWords['student']
  family?: HomeWords['testimonials']['items'][number]
}) {
  const hasPicture = picture.picture !== undefined || picture.drawing !== ''
  return (
    <Section id="own-words" heading={heading}>
      <div className={family ? 'grid gap-x-16 gap-y-6 lg:gap-y-10 xl:grid-cols-[3fr_2fr]' : ''}>
        <figure
          className={classes('grid items-center gap-x-4 gap-y-4', hasPicture ? withPictureClass : 'content-center')}
        >
          <blockquote
            className={classes(
              'text-h3 lg:text-[1.75rem] lg:leading-snug',
              hasPicture && 'col-span-2 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:self-end tiny:col-span-1',
            )}
          >
            “{quote}”
          </blockquote>
          {hasPicture && (
            <WebsitePicture
              shown={picture}
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
        {family && (
          <div className="flex xl:border-l xl:border-line xl:pl-12">
            <Testimonial words={family} />
          </div>
        )}
      </div>
    </Section>
  )
}

const withPictureClass =
  'grid-cols-[5.5rem_1fr] sm:grid-cols-[8rem_1fr] lg:grid-cols-[15rem_1fr] lg:grid-rows-[1fr_auto] lg:gap-x-10 tiny:grid-cols-1'

type TestimonialText = HomeWords['testimonials']['items'][number]

function Testimonial({ words: { content, author, role } }: { words: TestimonialText }) {
  return (
    <figure className="flex flex-col justify-center">
      <blockquote className="max-w-measure border-l-4 border-sun pl-4">“{content}”</blockquote>
      <figcaption className="mt-3 pl-5">
        <span className="font-bold">{author}</span>, <span className="text-ink-soft">{role}</span>
      </figcaption>
    </figure>
  )
}

/** All testimonials but the first, which StudentQuote shows. */
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
