import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { VISIT_PATH } from '~/domain/enquiries/enquiries'
import type { HomeWords } from '~/domain/website/home.server'
import { paths } from '~/paths'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { CallLink } from '~/ui/site/contact-links'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'

/** The page's banner. On wide pages our drawing runs under the text; a photo is next to it. */
export function Hero({ words: { heading, text, picture } }: { words: HomeWords['hero'] }) {
  const centre = useCentre()
  return (
    <div className="relative overflow-hidden bg-tide">
      <WebsitePicture
        isFirst
        picture={picture}
        width={1200}
        height={675}
        isBanner
        sizes="(min-width: 1264px) max(50vw, 56rem), 100vw"
        className="not-plain aspect-[16/9] w-full xl:absolute xl:aspect-auto"
        drawingClass="object-cover object-right-bottom xl:bottom-0 xl:h-[clamp(33rem,32vw,40rem)]"
        frameClass="xl:inset-y-10 xl:right-0 xl:w-1/2 xl:rounded-l"
      />
      <Container className="relative grid xl:grid-cols-2">
        <div className="py-6 lg:py-12 xl:pb-28 xl:pr-16">
          <EasyReadLink to={paths.easyRead.home} />
          <h1>{heading}</h1>
          <p className="mt-3 max-w-measure sm:text-lead lg:mt-4">{text}</p>
          <div className="not-plain mt-5 flex flex-wrap items-center gap-4 lg:mt-8">
            <ButtonLink to={paths.about}>
              Learn More<span className="sr-only"> about {centre.shortName}</span>
            </ButtonLink>
            {/* The specification wants this link to the portal. */}
            <ButtonLink to={paths.portal} variant="secondary">
              Contact Us
            </ButtonLink>
          </div>
        </div>
      </Container>
    </div>
  )
}

const quickLinkClass = 'flex min-h-control grow items-center gap-4 py-2 text-white no-underline hover:underline md:py-6'

function QuickLink({ symbol, label, note }: { symbol: IconName; label: string; note: ReactNode }) {
  return (
    <>
      <Icon name={symbol} className="h-8 w-8 lg:h-9 lg:w-9 shrink-0 text-sun" />
      <span className="long-words min-w-0 grow">
        <span className="block text-lead font-bold leading-tight">{label}</span>{' '}
        <span className="block text-small text-tide">{note}</span>
      </span>
      <Icon name="arrow-right" className="h-5 w-5 shrink-0 md:hidden" />
    </>
  )
}

export function QuickLinks({ words }: { words: HomeWords['ways'] }) {
  const { phone } = useCentre()
  return (
    <div className="print-black bg-river-deep">
      <Container className="py-2 md:py-0">
        <ul className="grid divide-y divide-white/30 md:grid-cols-2 md:gap-x-8 md:divide-y-0 xl:grid-cols-4">
          <li className="flex">
            <Link to={VISIT_PATH} className={quickLinkClass}>
              <QuickLink symbol="community" label={words.visit} note={words.visitNote} />
            </Link>
          </li>{' '}
          <li className="flex">
            <CallLink className={quickLinkClass}>
              <QuickLink symbol="phone" label={words.ring} note={phone} />
            </CallLink>
          </li>{' '}
          <li className="flex">
            <Link to={paths.programmes} className={quickLinkClass}>
              <QuickLink symbol="calendar" label={words.week} note={words.weekNote} />
            </Link>
          </li>{' '}
          <li className="flex">
            <Link to={paths.portal} className={quickLinkClass}>
              <QuickLink symbol="lock" label={words.logIn} note={words.logInNote} />
            </Link>
          </li>
        </ul>
      </Container>
    </div>
  )
}

/** Columns by number of pictures, so that none is alone in the last row. */
const columnClasses: Record<number, string> = { 1: 'max-w-2xl', 2: 'grid-cols-2', 4: 'grid-cols-2 xl:grid-cols-4' }

/** Pictures of some activities, with a link to all. Phones show three small ones in a row; the narrowest show one per row. */
export function WeekPictures({ words: { heading, text, pictures, link } }: { words: HomeWords['week'] }) {
  return (
    <Section id="week" heading={heading} background="sand" intro={<p>{text}</p>}>
      <ul className={`grid gap-2 sm:gap-6 lg:gap-8 ${columnClasses[pictures.length] ?? 'xs:grid-cols-3'}`}>
        {pictures.map(({ picture, label }) => (
          <li key={label} className="min-w-0">
            <WebsitePicture
              picture={picture}
              width={800}
              height={600}
              sizes="min(33vw, 25rem)"
              className="aspect-[4/3] h-auto w-full rounded-sm border border-line sm:rounded"
            />
            <p className="mt-1 text-small font-bold leading-tight sm:mt-2 sm:text-body">{label}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.programmes} variant="secondary" className="mt-5 lg:mt-8">
        {link}
        <Icon name="arrow-right" className="h-5 w-5" />
      </ButtonLink>
    </Section>
  )
}

/** 'What We Offer', in columns. Without boxes one offer looks as complete as six. */
export function Offers({ words: { heading, items } }: { words: HomeWords['offers'] }) {
  return (
    <Section id="what-we-offer" heading={heading}>
      <ul className="grid gap-x-12 gap-y-4 lg:grid-cols-3 lg:gap-y-10">
        {items.map((offer) => (
          <li key={offer.title} className="border-t-2 border-river pt-3 lg:border-t-4 lg:pt-4">
            <h3 className="flex items-center gap-3">
              <Icon name={offer.symbol} className="h-8 w-8 shrink-0 text-river" />
              {offer.title}
            </h3>
            <p className="mt-1 max-w-measure lg:mt-2">{offer.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function Values({ words: { heading, items, picture } }: { words: HomeWords['values'] }) {
  return (
    <section aria-labelledby="values" className="bg-white py-6 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <WebsitePicture
          picture={picture}
          width={800}
          height={600}
          className="hidden aspect-[4/3] h-auto w-full rounded lg:block"
        />
        <div>
          <h2 id="values">{heading}</h2>
          <ul className="mt-2 divide-y divide-line lg:mt-4">
            {items.map((value) => (
              <li key={value.title} className="flex items-start gap-3 py-2 lg:gap-4 lg:py-4">
                <span className="picture flex h-8 w-8 shrink-0 items-center justify-center rounded-full bg-tide text-river lg:h-12 lg:w-12">
                  <Icon name={value.symbol} className="h-5 w-5 lg:h-7 lg:w-7" />
                </span>
                <div>
                  <h3 className="inline text-body lg:block">{value.title}</h3>{' '}
                  <p className="inline leading-normal lg:block lg:leading-relaxed">{value.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </Container>
    </section>
  )
}

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
const COLUMN: Record<number, string> = { 1: '', 2: 'md:grid-cols-2', 4: 'md:grid-cols-2' }

export function Testimonials({ words }: { words: HomeWords['testimonials'] | undefined }) {
  if (!words || words.items.length === 0) return null
  const { heading, items } = words
  return (
    <Section id="testimonials" heading={heading} background="tide">
      <ul className={`grid gap-x-12 gap-y-6 ${COLUMN[items.length] ?? 'lg:grid-cols-3'}`}>
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
