import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { HomeWords } from '~/domain/website/home.server'
import { useCentre } from '~/ui/browser/root-data'
import { Icon, type IconName } from '~/ui/icon'
import { Container } from '~/ui/site/page'

const place = 'flex min-h-control grow items-center gap-4 py-2 text-white no-underline hover:underline md:py-6'

function Way({ symbol, label, note }: { symbol: IconName; label: string; note: ReactNode }) {
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

/** What most people come for, below the river's quay: to visit, to ring, to see the week, to log in. */
export function Ways({ words }: { words: HomeWords['ways'] }) {
  const { phone } = useCentre()
  return (
    <div className="print-black bg-river-deep">
      <Container className="py-2 md:py-0">
        <ul className="grid divide-y divide-white/30 md:grid-cols-2 md:gap-x-8 md:divide-y-0 xl:grid-cols-4">
          <li className="flex">
            <Link to="/contact" className={place}>
              <Way symbol="community" label={words.visit} note={words.visitNote} />
            </Link>
          </li>{' '}
          <li className="flex">
            <a href={`tel:${phone.replace(/\s/g, '')}`} className={place}>
              <Way symbol="phone" label={words.ring} note={phone} />
            </a>
          </li>{' '}
          <li className="flex">
            <Link to="/programmes" className={place}>
              <Way symbol="calendar" label={words.week} note={words.weekNote} />
            </Link>
          </li>{' '}
          <li className="flex">
            <Link to="/portal" className={place}>
              <Way symbol="lock" label={words.logIn} note={words.logInNote} />
            </Link>
          </li>
        </ul>
      </Container>
    </div>
  )
}
