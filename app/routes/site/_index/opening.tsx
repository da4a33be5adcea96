import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { VISIT_PATH } from '~/domain/enquiries/form-fields'
import type { HomeWords } from '~/domain/website/home.server'
import { paths } from '~/paths'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Icon, type IconName } from '~/ui/icon'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container } from '~/ui/site/page'
import { CallLink } from '~/ui/site/phone-link'
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

/** Links to the pages that most visitors want. */
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
