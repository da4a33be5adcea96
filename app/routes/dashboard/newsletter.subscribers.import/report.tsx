import { type ReactNode, useEffect, useRef } from 'react'
import type { ShownLines, shortened } from '~/domain/subscribers/import.server'
import type { Script } from '~/domain/subscribers/import-limits'
import type { ListPreview } from '~/domain/subscribers/preview.server'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/dialogs/notice'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'

/** A list before anything of it is stored: its first names, and a button that adds them. `list` and how they agreed come back with it. */
export function Preview({ preview, list, vouchedFor }: { preview: ListPreview; list: string; vouchedFor: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { found, first, refused, readings, unused } = preview
  // The submitted form is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-3xl space-y-6">
      <h3 ref={heading} tabIndex={-1}>
        Check the names
      </h3>
      <p>
        {found === 0 ? 'Nobody in this list can be added.' : `We found ${people(found)}.`} Nothing has been saved yet.
      </p>
      {found > 0 && <People first={first} found={found} />}
      <Lines id="refused" title="These can’t be added" shown={refused} />
      {unused.length > 0 && <UnusedColumns names={unused} />}
      <PostForm
        intent="import-list"
        failure="Failed to import the list"
        kept="Your list is still here."
        isTyped={false}
        once={false}
        encType="multipart/form-data"
        className="space-y-6"
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="vouchedFor" value={vouchedFor} />
        {readings.length > 0 && <Readings readings={readings} />}
        <div className="flex flex-wrap gap-4">
          {found > 0 && <SubmitButton submitLabel={`Add ${people(found)}`} pendingLabel="Adding..." />}
          <ButtonLink to="/dashboard/newsletter/subscribers/import" reloadDocument variant="secondary">
            Choose another list
          </ButtonLink>
        </div>
      </PostForm>
    </div>
  )
}

function People({ first, found }: Pick<ListPreview, 'first' | 'found'>) {
  return (
    <section aria-labelledby="people-found">
      <h4 id="people-found">{found > first.length ? `The first ${first.length}` : 'People'}</h4>
      <ul className="long-words mt-3 divide-y divide-line rounded border border-line bg-white px-4 text-small">
        {first.map(({ email, name }) => (
          <li key={email} className="py-2">
            <strong>{name ?? 'No name'}</strong>, {email}
          </li>
        ))}
      </ul>
    </section>
  )
}

function UnusedColumns({ names }: { names: string[] }) {
  return (
    <section aria-labelledby="unused">
      <h4 id="unused">
        {names.length === 1 ? 'We don’t use this column' : `We don’t use these ${names.length} columns`}
      </h4>
      <p className="long-words mt-3">{names.join(', ')}</p>
    </section>
  )
}

/** Asks which letters are the right ones, where the list doesn't say. */
function Readings({ readings }: { readings: { script: Script; names: string[] }[] }) {
  return (
    <fieldset className="space-y-3 rounded border-2 border-river bg-tide p-4">
      <legend className="float-left mb-2 w-full font-bold">Which names are right?</legend>
      <p className="clear-both text-small">Some letters in this list can be read in more than one way.</p>
      {readings.map(({ script, names }, place) => (
        <div key={script} className="flex items-start gap-3">
          <input
            type="radio"
            id={`script-${script}`}
            name="script"
            value={script}
            defaultChecked={place === 0}
            className="h-[44px] w-[44px] shrink-0 accent-river"
          />
          <label htmlFor={`script-${script}`} className="long-words flex min-h-target min-w-0 items-center font-bold">
            {names.join(' · ')}
          </label>
        </div>
      ))}
    </fieldset>
  )
}

/** '1 person', '2,000 people'. */
const people = (number: number) => (number === 1 ? '1 person' : `${number.toLocaleString('en-IE')} people`)
/** '1 line', '2,000 lines'. */
const lines = (number: number) => (number === 1 ? '1 line' : `${number.toLocaleString('en-IE')} lines`)

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
      <Lines id="refused" title="Refused" shown={refused}>
        <p>These were not added. You can correct them in your list and import it again.</p>
      </Lines>
      <Lines id="already-there" title="Already there" shown={alreadyThere}>
        <p>These have not changed.</p>
      </Lines>
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/dashboard/newsletter/subscribers">See the subscribers</ButtonLink>
        <ButtonLink to="/dashboard/newsletter/subscribers/import" reloadDocument variant="secondary">
          Import another list
        </ButtonLink>
      </div>
    </div>
  )
}

/** The first of many lines, and how many others there are; nothing where there are none. */
function Lines({
  id,
  title,
  shown: { lines: first, number },
  children,
}: {
  id: string
  title: string
  shown: ShownLines
  children?: ReactNode
}) {
  if (number === 0) return null
  const others = number - first.length
  return (
    <section aria-labelledby={id}>
      <h4 id={id}>
        {title}: {lines(number)}
      </h4>
      {children}
      <ul className="mt-3 divide-y divide-line rounded border border-line bg-white px-4 text-small">
        {first.map(({ line, email, reason }) => (
          <li key={`${line} ${email}`} className="py-2 long-words">
            <strong>Line {line}</strong>: {email || 'No email address'}. <span className="text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-2">And {others === 1 ? '1 other line' : `${others.toLocaleString('en-IE')} other lines`}.</p>
      )}
    </section>
  )
}
