import { useActionData, useLoaderData } from '@remix-run/react'
import { isAbsenceMailOn, setAbsenceMail } from '~/domain/absences/absence-mail.server'
import {
  type Absence,
  absentToday,
  addAbsence,
  pageOfAbsencesAhead,
  removeAbsence,
} from '~/domain/absences/absences.server'
import { type NewAbsence, newAbsence } from '~/domain/absences/schema'
import { listStudents } from '~/domain/accounts/accounts.server'
import { namesAmong } from '~/domain/accounts/names'
import { isoDay, today } from '~/domain/events/days'
import { pathId } from '~/domain/path-id'
import { actionByIntent, confirmAction, formAction, pageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { daysInWords } from '~/routes/parts/absences/days'
import { defineScreen } from '~/screen'
import type { MailRoute } from '~/settings.server'
import { pageInWords } from '~/ui/browser/page-meta'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { DateField } from '~/ui/forms/date-field'
import { SelectField, TextField } from '~/ui/forms/field'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { formAt, isFormAsked, ToForm, useFormAlone } from '~/ui/lists/form-alone'
import { PageLinks, pageIn } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Not coming',
  detail: ({ ahead }, { search }) =>
    isFormAsked(new URLSearchParams(search)) ? 'Did somebody ring?' : pageInWords(ahead),
  views: ['/dashboard/timetable/away?add'],
})

const HERE = paths.dashboard.timetable.away

export const loader = pageLoader(async ({ db, settings, request }) => ({
  day: isoDay(today()),
  absent: await absentToday(db),
  ahead: await pageOfAbsencesAhead(db, pageIn(new URL(request.url).searchParams)),
  students: await listStudents(db),
  isMailOn: await isAbsenceMailOn(db),
  mailRoute: settings.mailRoute,
}))

export const action = actionByIntent({
  note: formAction(newAbsence, async (fields, { db, tutor }) => {
    const absence = await addAbsence(db, tutor, fields)
    const text = `${absence.studentName} is not coming: ${daysInWords(absence)}.`
    return { to: HERE, title: 'Written down', text }
  }),
  coming: confirmAction(async ({ db, tutor }, form) => {
    await removeAbsence(db, tutor, pathId(String(form.get('id'))))
    return { to: HERE, title: 'Taken back', text: 'Everybody sees it now.' }
  }),
  mail: confirmAction(async ({ db, tutor }, form) => {
    const isOn = form.get('mail') === 'on'
    await setAbsenceMail(db, tutor, isOn)
    const onText = 'The office gets it on each open day, also when everybody is expected.'
    const text = isOn ? onText : 'The list is here, and on top of My Files.'
    return { to: HERE, title: `Email at 10:00 turned ${isOn ? 'on' : 'off'}`, text }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NotComing() {
  const { absent, ahead, isMailOn, mailRoute } = useLoaderData<typeof loader>()
  const isAdding = useFormAlone()
  const isWide = isAdding && 'hidden lg:block'
  return (
    <>
      <BackLink to={paths.dashboard.timetable.list} className={classes(isWide)}>
        Timetables
      </BackLink>
      <h2>Not coming</h2>
      {!isAdding && (
        <p className="no-print mt-2 lg:hidden">
          <ToForm of={HERE}>Somebody rang</ToForm>
        </p>
      )}
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <div className={classes('min-w-0 space-y-8', isWide)}>
          <section aria-labelledby="today">
            <h3 id="today">Today</h3>
            {absent.length === 0 && <p className="mt-2">Nobody has told us that they are not coming.</p>}
            <Rows absences={absent} />
          </section>
          {ahead.found > 0 && (
            <section aria-labelledby="ahead">
              <h3 id="ahead">The next days</h3>
              <Rows absences={ahead.items} />
              <PageLinks pages={ahead.pages} heading="ahead" />
            </section>
          )}
          <MailChoice isOn={isMailOn} mailRoute={mailRoute} />
        </div>
        <NoteCall key={absent.length + ahead.found} className={classes('no-print', !isAdding && 'hidden lg:block')} />
      </div>
    </>
  )
}

function Rows({ absences }: { absences: Absence[] }) {
  if (absences.length === 0) return null
  return (
    <ul className="long-words mt-2 divide-y divide-line rounded border border-line bg-white shadow-card">
      {absences.map((absence) => (
        <Row key={absence.id} absence={absence} />
      ))}
    </ul>
  )
}

function Row({ absence }: { absence: Absence }) {
  const { id, studentId, studentName, note, saidBy } = absence
  const days = daysInWords(absence)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <p>
          <Link
            to={paths.dashboard.profile.people.one(studentId)}
            className="inline-flex min-h-control items-center font-bold"
          >
            {studentName}
          </Link>
        </p>
        <p>{days}</p>
        {note && <p>{note}</p>}
        <p className="text-small text-ink-soft">{saidBy ? `Said by: ${saidBy}` : 'A tutor wrote this down'}</p>
      </div>
      <PostForm intent="coming" failure="Failed to take it back" isTyped={false} className="no-print">
        <input type="hidden" name="id" value={id} />
        <SubmitButton
          variant="secondary"
          submitLabel="Coming after all"
          pendingLabel="Taking it back..."
          about={`${studentName}, ${days}`}
        />
      </PostForm>
    </li>
  )
}

const rules = () => import('~/domain/absences/schema').then(({ newAbsence }) => newAbsence)

/** What a tutor writes down after a phone call. */
function NoteCall({ className }: { className: string }) {
  const { students, day } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, { studentId, startDate, endDate, note }] = useRiverbankForm<NewAbsence>({
    id: 'absence',
    intent: 'note',
    result: answer?.form === 'note' ? answer.result : undefined,
    defaultValue: { startDate: day },
    rules,
  })
  return (
    <Card as="section" isSnug id="add" aria-labelledby="note-heading" className={className}>
      <BackLink to={HERE} className="lg:hidden">
        Not coming
      </BackLink>
      <h3 id="note-heading">Did somebody ring?</h3>
      <CheckedForm
        form={form}
        fields={[studentId, startDate, endDate, note]}
        intent="note"
        failure="Failed to write it down"
        action={formAt(HERE)}
        className="mt-4 space-y-6"
      >
        <SelectField
          field={studentId}
          required
          label="Who is not coming?"
          options={[...namesAmong(students)].map(([id, label]) => ({ value: String(id), label }))}
          placeholder="Please select"
        />
        <DateField field={startDate} required label="From" />
        <DateField field={endDate} label="Until (optional)" hint="The last day. Leave it empty for one day." />
        <TextField field={note} label="A sentence about it (optional)" autoComplete="off" />
        <SubmitButton submitLabel="Write it down" pendingLabel="Saving..." />
      </CheckedForm>
    </Card>
  )
}

/** Whether the office gets a mail at ten. */
function MailChoice({ isOn, mailRoute }: { isOn: boolean; mailRoute: MailRoute }) {
  return (
    <section aria-labelledby="mail" className="no-print">
      <h3 id="mail">Email to the office</h3>
      <p className="mt-2">
        {isOn
          ? 'At 10:00 on each open day the office gets an email: who is not coming, or that everybody is expected. If no email comes, something is wrong.'
          : 'The office can get an email at 10:00 on each open day: who is not coming, or that everybody is expected.'}
        {mailRoute === 'none' && ' But email is not set up, so nothing is sent until it is.'}
        {mailRoute === 'outbox' && ' In this demonstration nobody gets it.'}
      </p>
      <p className="mt-2">
        Open days are Monday to Friday, and weekend days with a session or an absence, unless an event says that the
        centre is closed.
      </p>
      <PostForm intent="mail" failure="Failed to change the email" isTyped={false} className="mt-2">
        <input type="hidden" name="mail" value={isOn ? 'off' : 'on'} />
        <SubmitButton
          variant="secondary"
          submitLabel={isOn ? 'Turn the email off' : 'Turn the email on'}
          pendingLabel="Saving..."
        />
      </PostForm>
    </section>
  )
}
