import { useEffect, useRef } from 'react'
import type { ShownLines, shortened } from '~/domain/subscribers/import.server'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/dialogs/notice'

/** '1 person', '2,000 people'. */
export const people = (number: number) => (number === 1 ? '1 person' : `${number.toLocaleString('en-IE')} people`)
/** '1 line', '2,000 lines'. */
export const lines = (number: number) => (number === 1 ? '1 line' : `${number.toLocaleString('en-IE')} lines`)

/** The result of an import, with a line for each that was not added. */
export function Report({ report: { added, alreadyThere, refused } }: { report: ReturnType<typeof shortened> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-8">
      <h3 ref={heading} tabIndex={-1}>
        How the import went
      </h3>
      <Notice
        kind={added === 0 && refused.number > 0 ? 'error' : 'success'}
        title={added === 1 ? '1 person was added.' : `${people(added)} were added.`}
        text={`Already there: ${lines(alreadyThere.number)}. Refused: ${lines(refused.number)}.`}
      />
      {refused.number > 0 && (
        <section aria-labelledby="refused">
          <h4 id="refused">Refused: {lines(refused.number)}</h4>
          <p>These were not added. You can correct them in your list and import it again.</p>
          <Lines {...refused} />
        </section>
      )}
      {alreadyThere.number > 0 && (
        <section aria-labelledby="already-there">
          <h4 id="already-there">Already there: {lines(alreadyThere.number)}</h4>
          <p>These have not changed.</p>
          <Lines {...alreadyThere} />
        </section>
      )}
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/dashboard/newsletter/subscribers">See the subscribers</ButtonLink>
        <ButtonLink to="/dashboard/newsletter/subscribers/import" reloadDocument variant="secondary">
          Import another list
        </ButtonLink>
      </div>
    </div>
  )
}

/** The first of many lines, and how many others there are. */
export function Lines({ lines: shown, number }: ShownLines) {
  const others = number - shown.length
  return (
    <>
      <ul className="mt-3 divide-y divide-line rounded border border-line bg-white px-4 text-small">
        {shown.map(({ line, email, reason }) => (
          <li key={`${line} ${email}`} className="py-2 long-words">
            <strong>Line {line}</strong>: {email || 'No email address'}. <span className="text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-2">And {others === 1 ? '1 other line' : `${others.toLocaleString('en-IE')} other lines`}.</p>
      )}
    </>
  )
}
