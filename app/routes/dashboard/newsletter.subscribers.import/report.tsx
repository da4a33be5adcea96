import { useEffect, useRef } from 'react'
import type { LimitedLines, limitReport } from '~/domain/subscribers/import.server'
import type { ListPreview } from '~/domain/subscribers/preview.server'
import { paths } from '~/paths'
import { EncodingChoice, formatCount, LineList, ListCheck, UnusedColumns } from '~/routes/parts/import/import-preview'
import { ButtonLink } from '~/ui/button'
import { MessageBox } from '~/ui/dialogs/notice'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'

/** Previews a list before it is stored, with a button that adds everyone. The form sends `list` and `vouchedFor` again. */
export function ImportPreview({
  preview,
  list,
  vouchedFor,
}: {
  preview: ListPreview
  list: string
  vouchedFor: string
}) {
  const { found, first, refused, cleaned, encoding, readings, unused } = preview
  return (
    <ListCheck
      title="Check the names"
      found={found === 0 ? 'Nobody on this list can be added.' : `We found ${formatPeople(found)}.`}
    >
      {found > 0 && <FirstPeople first={first} found={found} />}
      <LineList id="cleaned" title="We tidied these addresses" {...toShownLines(cleaned)} />
      <LineList id="refused" title="These can’t be added" {...toShownLines(refused)} />
      <UnusedColumns names={unused} />
      <PostForm
        intent="import-list"
        failure="Failed to import the list"
        preservedNote="Your list is still here."
        isTyped={false}
        hasIdempotencyKey={false}
        encType="multipart/form-data"
        className="space-y-6"
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="vouchedFor" value={vouchedFor} />
        {readings.length > 0 && <EncodingChoice encoding={encoding} readings={readings} />}
        <div className="flex flex-wrap gap-4">
          {found > 0 && <SubmitButton submitLabel={`Add ${formatPeople(found)}`} pendingLabel="Adding..." />}
          <ButtonLink to={paths.dashboard.newsletter.subscribers.import} reloadDocument variant="secondary">
            Choose another list
          </ButtonLink>
        </div>
      </PostForm>
    </ListCheck>
  )
}

function FirstPeople({ first, found }: Pick<ListPreview, 'first' | 'found'>) {
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

/** '1 person', '2,000 people'. */
const formatPeople = (number: number) => (number === 1 ? '1 person' : `${number.toLocaleString('en-IE')} people`)
/** The result of an import, with each line that was not added. */
export function ImportReport({ report: { added, alreadyThere, refused } }: { report: ReturnType<typeof limitReport> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form is gone, and focus with it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="space-y-8">
      <h3 ref={heading} tabIndex={-1}>
        Import results
      </h3>
      <MessageBox
        kind={added === 0 && refused.number > 0 ? 'error' : 'success'}
        title={added === 1 ? '1 person was added.' : `${formatPeople(added)} were added.`}
        text={`Already on the list: ${formatCount(alreadyThere.number, 'line')}. Not added: ${formatCount(refused.number, 'line')}.`}
      />
      <LineList id="refused" title="Not added" {...toShownLines(refused)}>
        <p>You can correct these in your list and import it again.</p>
      </LineList>
      <LineList id="already-there" title="Already on the list" {...toShownLines(alreadyThere)}>
        <p>These have not changed.</p>
      </LineList>
      <div className="flex flex-wrap gap-4">
        <ButtonLink to={paths.dashboard.newsletter.subscribers.list}>See the subscribers</ButtonLink>
        <ButtonLink to={paths.dashboard.newsletter.subscribers.import} reloadDocument variant="secondary">
          Import another list
        </ButtonLink>
      </div>
    </div>
  )
}

const toShownLines = ({ lines, number }: LimitedLines) => ({
  lines: lines.map(({ email, ...line }) => ({ ...line, text: email || 'No email address' })),
  number,
})
