import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { expandGroups, listStudentChoices } from '~/domain/groups/groups.server'
import { halves } from '~/domain/times'
import { packList, unpackList } from '~/domain/uploaded-list.server'
import { describePresent } from '~/domain/week/clashes'
import { importTimetable, previewTimetable } from '~/domain/week/import.server'
import { TABLE_LIMIT, TABLE_TOO_LARGE } from '~/domain/week/import-limits'
import { confirmedWeekTable, datesMeanings, weekTable } from '~/domain/week/schema'
import { formatAdded } from '~/domain/week/undo.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { ColumnList } from '~/routes/parts/import/import-preview'
import { getWeekPath, SAVED } from '~/routes/parts/week/week-address'
import { defineScreen } from '~/screen'
import { TextArea } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { StudentsField } from '~/ui/forms/students-field'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'
import { TimetablePreviewPage } from './timetable-preview'

export const handle = defineScreen({ access: 'tutor', bundle: 'imports', body: 'files', title: 'Import a timetable' })

export const loader = createPageLoader(async ({ db, tutor }) => ({ students: await listStudentChoices(db, tutor) }))

/** First previews the timetable and stores nothing, then adds its rows. */
export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { db } = args.context
  const form = await readSubmission(args)
  const groupRefusal = await expandGroups(db, tutor, form, 'studentIds')
  if (!form.has('list'))
    return handleSubmission(parseForm(form, weekTable), async ({ file, pasted, studentIds }) => {
      if (groupRefusal) throw groupRefusal
      const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted ?? '')
      return {
        preview: await previewTimetable(db, tutor, { bytes, studentIds }),
        list: await packList(bytes),
        studentIds,
      }
    })
  return handleSubmission(parseForm(form, confirmedWeekTable), async ({ list, again, ...fields }) => {
    const { studentIds } = fields
    const source = {
      ...fields,
      half: halves.find((half) => half === again) ?? fields.half,
      dates: datesMeanings.find((meaning) => meaning === again) ?? fields.dates,
      bytes: await unpackList(list, TABLE_LIMIT),
    }
    const result = again ? null : await importTimetable(db, tutor, source)
    if (!result) return { preview: await previewTimetable(db, tutor, source), list, studentIds }
    const text = describeImport(result)
    const to = getWeekPath('all', { added: formatAdded(result.added, result.joined) || [] })
    return redirectWithMessage(args.context, to, { kind: 'success', title: 'Timetable imported', text, place: SAVED })
  })
})

function describeImport({
  added,
  joined,
  skipped,
  refused,
}: NonNullable<Awaited<ReturnType<typeof importTimetable>>>): string {
  const texts = [`${added.length} ${added.length === 1 ? 'session has' : 'sessions have'} been added.`]
  if (joined.length > 0)
    texts.push(`Students joined ${joined.length} ${joined.length === 1 ? 'session' : 'sessions'} that existed.`)
  if (skipped.length > 0) texts.push(describePresent(skipped))
  if (refused > 0) texts.push(`${refused} ${refused === 1 ? 'row was' : 'rows were'} left out.`)
  return texts.join(' ')
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function ImportTimetable() {
  const answer = useActionData<typeof action>()
  const isPreview = answer && 'preview' in answer && typeof answer.preview === 'object' && 'found' in answer.preview
  return (
    <div className="space-y-6">
      <div>
        <BackLink to={paths.dashboard.timetable.week.plan}>Weekly timetable</BackLink>
        <h2>Import a timetable</h2>
      </div>
      {isPreview ? (
        <TimetablePreviewPage
          key={[answer.preview.encoding, answer.preview.half, answer.preview.dates].join()}
          {...answer}
        />
      ) : (
        <ImportForm result={answer && 'result' in answer ? answer.result : undefined} />
      )}
    </div>
  )
}

function ImportForm({ result }: { result?: SubmissionResult<string[]> | null }) {
  const { students } = useLoaderData<typeof loader>()
  const [form, fields] = useSiteForm<{ file: File; pasted: string; studentIds: number[] }>({ id: 'timetable', result })
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <SectionCard id="table-heading" title="Your timetable">
        <ValidatedForm
          form={form}
          failure="Failed to import the timetable"
          encType="multipart/form-data"
          hasIdempotencyKey={false}
          className="mt-4 space-y-6"
        >
          <TextArea
            field={fields.pasted}
            label="Paste the timetable"
            requiredWhen="(or choose a file below)"
            hint="Copy the cells in your spreadsheet, with the first row."
            rows={6}
          />
          <FileField
            field={fields.file}
            label="Or choose a file"
            requiredWhen="(or paste it above)"
            hint="A CSV file, up to 64 kB and 300 rows."
            accept=".csv,.txt,text/csv,text/plain"
            limit={TABLE_LIMIT}
            tooLarge={TABLE_TOO_LARGE}
          />
          <StudentsField
            field={fields.studentIds}
            label="Who is it for?"
            hint="For rows that name no students. If you tick nobody, they are for all students."
            students={students}
          />
          <p>You will see the sessions before any is added.</p>
          <FormButtons cancelTo={paths.dashboard.timetable.week.plan}>
            <SubmitButton submitLabel="Check the timetable" pendingLabel="Reading..." />
          </FormButtons>
        </ValidatedForm>
      </SectionCard>
      <ImportHelp />
    </div>
  )
}

const columns = [
  { name: 'Day', use: 'Required. For example Monday, or Monday to Friday.' },
  { name: 'From and To', use: 'Required. For example 9:30 and 11:00.' },
  { name: 'Activity', use: 'Required.' },
  { name: 'Place', use: 'Optional.' },
  { name: 'Who with', use: 'Optional.' },
  { name: 'Students', use: 'Optional. Full names with commas between them, or Everyone.' },
  { name: 'First day and Last day', use: 'Optional. For example 1 September 2026.' },
]

function ImportHelp() {
  return (
    <section aria-labelledby="help-heading">
      <h3 id="help-heading">What the timetable should look like</h3>
      <div className="prose mt-3">
        <p>One session in each row. The first row names the columns, in any order:</p>
        <ColumnList columns={columns} />
        <p>
          A grid works too: a column for each day, and the times in the first column, or the other way round. Each cell
          has the activity, and the place on a second line.
        </p>
        <p>We leave out sessions that are already there.</p>
      </div>
    </section>
  )
}
