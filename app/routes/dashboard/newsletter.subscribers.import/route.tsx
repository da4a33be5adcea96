import type { SubmissionResult } from '@conform-to/react'
import type { AppLoadContext } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Tutor } from '~/domain/accounts/account'
import {
  importSubscribers,
  type LimitedLines,
  type ListPreview,
  limitReport,
  previewList,
} from '~/domain/subscribers/import.server'
import { LIST_LIMIT, LIST_TOO_LARGE } from '~/domain/subscribers/import-limits'
import { confirmedList, subscriberList } from '~/domain/subscribers/schema'
import { packList, unpackList } from '~/domain/uploaded-list.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import {
  ColumnList,
  ColumnUses,
  EncodingChoice,
  FoldedList,
  formatCount,
  LineList,
  ListCheck,
} from '~/routes/parts/import/import-preview'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { MessageBox } from '~/ui/dialogs/message'
import { TextArea, TextField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { SectionCard } from '~/ui/section-card'

/** Previews a list before it is stored, with a button that adds everyone. The form sends `list` and `vouchedFor` again. */
function ImportPreview({ preview, list, vouchedFor }: { preview: ListPreview; list: string; vouchedFor: string }) {
  const { found, people, present, refused, cleaned, doubtful, encoding, readings, columns, unused } = preview
  return (
    <ListCheck
      title="Check the names"
      found={[describeFound(found, present.number), describePresent(present.number)].join(' ').trim()}
    >
      <LineList id="doubtful" title="Please check these notes" {...toShownLines(doubtful)}>
        <p>We don’t understand them, and will add these people.</p>
      </LineList>
      {found > 0 && <People people={people} found={found} />}
      <LineList id="cleaned" title="We tidied these addresses" {...toShownLines(cleaned)} />
      <LineList id="present" title="On the list already" {...toShownLines(present)} />
      <LineList id="refused" title="These can’t be added" {...toShownLines(refused)} />
      <ColumnUses columns={columns} unused={unused} />
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

function describeFound(found: number, present: number): string {
  if (found === 0) return present > 0 ? 'We found nobody new.' : 'Nobody on this list can be added.'
  return `We found ${found === 1 ? '1 new person' : `${found.toLocaleString('en-IE')} new people`}.`
}

function describePresent(number: number): string {
  if (number === 0) return ''
  return number === 1
    ? '1 person is on the list already, and stays as they are.'
    : `${formatPeople(number)} are on the list already, and stay as they are.`
}

function People({ people, found }: Pick<ListPreview, 'people' | 'found'>) {
  return (
    <section aria-labelledby="people-found">
      <h4 id="people-found">People</h4>
      <FoldedList
        number={found}
        formatOthers={(count) => formatPeople(count, 'other ')}
        items={people.map(({ email, name }) => (
          <li key={email} className="long-words py-2">
            <strong>{name ?? 'No name'}</strong>, {email}
          </li>
        ))}
      />
    </section>
  )
}

const formatPeople = (number: number, kind = '') =>
  number === 1 ? `1 ${kind}person` : `${number.toLocaleString('en-IE')} ${kind}people`

function ImportReport({ report: { added, alreadyThere, refused } }: { report: ReturnType<typeof limitReport> }) {
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

export const handle = defineScreen({ access: 'tutor', bundle: 'imports', body: 'files', title: 'Import a list' })

export const loader = createPageLoader(async () => null)

/** First previews the list and stores nothing, then imports it and reports. Importing twice changes nothing. */
export const action = createPageAction(async (args) => {
  const user = args.tutor
  const form = await readSubmission(args)
  const run = selectByIntent(form, { 'import-list': importFromForm }, previewImport)
  return (form.has('again') ? previewWithEncoding : run)(form, user, args.context)
})

async function previewImport(form: FormData, tutor: Tutor, { db }: AppLoadContext) {
  return handleSubmission(parseForm(form, subscriberList), async ({ file, pasted, vouchedFor }) => {
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted ?? '')
    return { preview: await previewList(db, tutor, bytes), list: await packList(bytes), vouchedFor }
  })
}

async function previewWithEncoding(form: FormData, tutor: Tutor, { db }: AppLoadContext) {
  return handleSubmission(parseForm(form, confirmedList), async ({ list, encoding, vouchedFor }) => ({
    preview: await previewList(db, tutor, await unpackList(list, LIST_LIMIT), encoding),
    list,
    vouchedFor,
  }))
}

async function importFromForm(form: FormData, tutor: Tutor, { db }: AppLoadContext) {
  return handleSubmission(parseForm(form, confirmedList), async ({ list, encoding, vouchedFor }) => {
    const file = new Blob([(await unpackList(list, LIST_LIMIT)) as BlobPart])
    const report = await importSubscribers(db, tutor, { file, vouchedFor, encoding })
    return { report: limitReport(report) }
  })
}

export { SubscribersError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function ImportSubscribers() {
  const answer = useActionData<typeof action>()
  if (answer && 'report' in answer) return <ImportReport report={answer.report} />
  if (answer && 'preview' in answer && typeof answer.preview === 'object')
    return <ImportPreview key={answer.preview.encoding} {...answer} preview={answer.preview} />
  return <ImportForm result={answer && 'result' in answer ? answer.result : undefined} />
}

function ImportForm({ result }: { result?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useSiteForm<{ file: File; pasted: string; vouchedFor: string }>({ id: 'list', result })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <SectionCard id="list-heading" title="Import a list">
        <ValidatedForm
          form={form}
          failure="Failed to import the list"
          encType="multipart/form-data"
          hasIdempotencyKey={false}
          className="mt-4 space-y-6"
        >
          <FileField
            field={fields.file}
            label="The list"
            requiredWhen="(or paste it below)"
            hint="A CSV file, up to 5 MB and 20,000 lines."
            accept=".csv,.txt,text/csv,text/plain"
            limit={LIST_LIMIT}
            tooLarge={LIST_TOO_LARGE}
          />
          <TextArea
            field={fields.pasted}
            label="Or paste the addresses"
            requiredWhen="(or choose a file above)"
            hint="One on each line. For example: Mary Byrne <mary@example.ie>"
            rows={5}
          />
          <TextField
            field={fields.vouchedFor}
            required
            label="How do you know that they all agreed?"
            hint="In one sentence. We store it with each person, together with your name. For example: They signed our list in May 2026."
          />
          <p>You will see the names before anyone is added.</p>
          <FormButtons cancelTo={paths.dashboard.newsletter.subscribers.list}>
            <SubmitButton submitLabel="Import the list" pendingLabel="Reading..." />
          </FormButtons>
        </ValidatedForm>
      </SectionCard>
      <ImportHelp />
    </div>
  )
}

const columns = [
  { name: 'Email', use: 'Required. We also find addresses in a column of any other name.' },
  { name: 'Name', use: 'Optional. Other names with ‘name’ in them work too, such as Parent Name.' },
  { name: 'Type', use: 'Optional. Guardian or Other. Without this column, everyone is Other.' },
  { name: 'Student Name', use: 'Optional, for parents and guardians.' },
]

function ImportHelp() {
  return (
    <section aria-labelledby="help-heading">
      <h3 id="help-heading">What the list should look like</h3>
      <div className="prose mt-3">
        <p>
          A plain list of addresses is enough, with or without names. If the first line names the columns, they can be
          in any order.
        </p>
        <ColumnList columns={columns} />
        <p>
          A list exported from another newsletter service or address book works too. We leave out anyone marked as
          unsubscribed.
        </p>
        <p>Your spreadsheet can save a list like this: choose ‘Save As’, then ‘CSV’.</p>
        <p>
          Please import only people who asked for the newsletter. They will not get an email now. Anyone already on the
          list stays as they are, even if they have unsubscribed.
        </p>
      </div>
    </section>
  )
}
