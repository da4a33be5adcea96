import { formatDate } from '~/domain/events/days'
import type { SafeHtml } from '~/domain/rich-text.server'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, PageHeading } from './page'
import { RichText } from './rich-text'

interface PolicyPart {
  heading: string
  text: SafeHtml
}

/** Adds heading ids to the parts; parts with the same heading are numbered. */
function addIds(parts: readonly PolicyPart[]) {
  const getHeadingId = ({ heading }: PolicyPart) => heading.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')
  return parts.map((part, index) => {
    const id = getHeadingId(part)
    return {
      ...part,
      id: parts.some((other, at) => at < index && getHeadingId(other) === id) ? `${id}-${index + 1}` : id,
    }
  })
}

/** A policy page: its parts with a table of contents. `updated` is the day of the last change (YYYY-MM-DD). */
export function PolicyPage({
  title,
  easyRead,
  intro,
  updated,
  parts,
}: {
  title: string
  /** The path of its Easy Read version, if any. */
  easyRead?: string
  intro: string
  updated: string
  parts: readonly PolicyPart[]
}) {
  const partsWithIds = addIds(parts)
  return (
    <>
      <PageHeading heading={title} above={easyRead && <EasyReadLink to={easyRead} />}>
        <p>{intro}</p>
        <p className="text-body text-ink-soft">Last changed on {formatDate(updated)}.</p>
      </PageHeading>
      <Container className="grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[1fr_2fr] lg:py-20">
        <nav aria-labelledby="on-this-page" className="no-print h-fit rounded border border-line bg-white p-5 lg:p-6">
          <h2 id="on-this-page" className="text-h3">
            On this page
          </h2>
          <ul className="mt-2">
            {partsWithIds.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-flex min-h-target items-center">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="space-y-10">
          {partsWithIds.map(({ id, heading, text }) => (
            <section key={id} aria-labelledby={id} className="prose">
              <h2 id={id} className="text-h3 lg:text-h2">
                {heading}
              </h2>
              <RichText html={text} />
            </section>
          ))}
        </div>
      </Container>
    </>
  )
}
