import { useEffect, useRef } from 'react'
import type { ListReport, ReportedLine } from '~/domain/subscribers/import.server'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'

const people = (number: number) => (number === 1 ? '1 person' : `${number.toLocaleString('en-IE')} people`)
const lines = (number: number) => (number === 1 ? '1 line' : `${number.toLocaleString('en-IE')} lines`)

/** The result of an import, with a line for each that was not added. */
export function Report({ report: { added, alreadyThere, refused } }: { report: ListReport }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-8">
      <h3 ref={heading} tabIndex={-1}>
        What became of your list
      </h3>
      <Notice
        kind={added === 0 && refused.length > 0 ? 'error' : 'success'}
        title={added === 1 ? '1 person was added.' : `${people(added)} were added.`}
        text={`Already there: ${lines(alreadyThere.length)}. Refused: ${lines(refused.length)}.`}
      />
      {refused.length > 0 && (
        <section aria-labelledby="refused">
          <h4 id="refused">Refused: {lines(refused.length)}</h4>
          <p>These were not added. You can correct them in your list and import it again.</p>
          <Lines lines={refused} />
        </section>
      )}
      {alreadyThere.length > 0 && (
        <section aria-labelledby="already-there">
          <h4 id="already-there">Already there: {lines(alreadyThere.length)}</h4>
          <p>These stay as they were.</p>
          <Lines lines={alreadyThere} />
        </section>
      )}
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/dashboard/newsletter/subscribers">See the subscribers</ButtonLink>
        <ButtonLink to="/dashboard/newsletter/subscribers/import" reloadDocument look="secondary">
          Import another list
        </ButtonLink>
      </div>
    </div>
  )
}

function Lines({ lines }: { lines: ReportedLine[] }) {
  return (
    <ul className="mt-3 divide-y divide-line rounded border border-line bg-white px-4 text-small">
      {lines.map(({ line, email, reason }) => (
        <li key={line} className="py-2 long-words">
          <strong>Line {line}</strong>: {email || 'No email address'}. <span className="text-ink-soft">{reason}</span>
        </li>
      ))}
    </ul>
  )
}
