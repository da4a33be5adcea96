import { fill } from '~/content/fill'
import type { Policy, PolicySection } from '~/content/policy'
import { dateInWords } from './dates'
import { ExternalLink } from './external-link'
import { Link } from './link'
import { Container, PageHeading } from './page'
import { useCentre } from './root-data'

const idOf = (heading: string) => heading.toLowerCase().replace(/[^a-z]+/g, '-')

function Part({ section }: { section: PolicySection }) {
  const centre = useCentre()
  return (
    <section aria-labelledby={idOf(section.heading)} className="prose">
      <h2 id={idOf(section.heading)} className="text-h3 lg:text-h2">
        {section.heading}
      </h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>{fill(paragraph, centre)}</p>
      ))}
      {section.points && (
        <ul>
          {section.points.map((point) => (
            <li key={point}>{fill(point, centre)}</li>
          ))}
        </ul>
      )}
      {section.dates?.map(({ words, date }) => (
        <p key={words}>
          {words} <time dateTime={date}>{dateInWords(date)}</time>.
        </p>
      ))}
      {section.links?.map(({ url, text }) => (
        <p key={url}>
          {url.startsWith('/') ? (
            <Link to={url} className="inline-flex min-h-target items-center font-bold">
              {text}
            </Link>
          ) : (
            <ExternalLink to={url}>{text}</ExternalLink>
          )}
        </p>
      ))}
    </section>
  )
}

/** The page of a policy: its parts with a table of contents, and the date of the last change. */
export function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <>
      <PageHeading heading={policy.title}>
        <p>{fill(policy.intro, useCentre())}</p>
        <p className="text-body text-ink-soft">Last changed on {dateInWords(policy.updated)}.</p>
      </PageHeading>
      <Container className="grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_2fr] lg:py-20">
        <nav aria-labelledby="on-this-page" className="no-print h-fit rounded border border-line bg-white p-5 lg:p-6">
          <h2 id="on-this-page" className="text-h3">
            On this page
          </h2>
          <ul className="mt-2">
            {policy.sections.map(({ heading }) => (
              <li key={heading}>
                <a href={`#${idOf(heading)}`} className="inline-flex min-h-target items-center">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="space-y-10">
          {policy.sections.map((section) => (
            <Part key={section.heading} section={section} />
          ))}
        </div>
      </Container>
    </>
  )
}
