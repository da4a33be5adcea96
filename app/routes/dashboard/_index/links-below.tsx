import type { Consent } from '~/domain/consent/consents.server'
import type { Notice } from '~/domain/notices/notices.server'
import type { Page } from '~/domain/page.server'
import type { OwnQuestion } from '~/domain/questions/questions.server'
import { paths } from '~/paths'
import { GUIDE_ID } from '~/routes/parts/addresses'
import { dayLinkClass } from '~/routes/parts/week/today'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

interface PartsBelow {
  notices: Page<Notice>
  unconfirmed: Consent[]
  questions: OwnQuestion[]
}

const countOpen = ({ unconfirmed, questions }: PartsBelow) =>
  unconfirmed.length + questions.filter(({ answer, voice }) => answer === null && voice === null).length

export const hasLinksBelow = (parts: PartsBelow) => parts.notices.found + countOpen(parts) > 0

export function LinksBelow(parts: PartsBelow) {
  const { found } = parts.notices
  const open = countOpen(parts)
  const first = parts.unconfirmed.length > 0 ? 'own-word' : 'my-say'
  return (
    <>
      {found > 0 && (
        <Link to={`${paths.dashboard.index}#notices`} className={dayLinkClass}>
          <Icon name="notices" className="h-6 w-6 shrink-0" />
          {found === 1 ? '1 notice' : `${found} notices`}
        </Link>
      )}{' '}
      {open > 0 && (
        <Link to={`${paths.dashboard.index}#${first}`} className={dayLinkClass}>
          <Icon name="people" className="h-6 w-6 shrink-0" />
          {open === 1 ? '1 question' : `${open} questions`} for you
        </Link>
      )}
    </>
  )
}

/** How many guides a student's first screen lists before the link to all. */
export const MOST_GUIDES = 3

export function GuideLinks({ guides }: { guides: { id: number; title: string }[] }) {
  if (guides.length === 0) return null
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      <ul className="flex flex-wrap gap-x-8">
        {guides.slice(0, MOST_GUIDES).map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`${paths.dashboard.steps.one(id)}#${GUIDE_ID}`}
              className="inline-flex min-h-control items-center font-bold"
            >
              {title}
            </Link>
          </li>
        ))}
        {guides.length > MOST_GUIDES && (
          <li>
            <Link to={paths.dashboard.steps.list} className="inline-flex min-h-control items-center font-bold">
              All steps
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
