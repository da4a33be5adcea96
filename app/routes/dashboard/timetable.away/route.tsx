import { useActionData, useLoaderData } from '@remix-run/react'
import { isAbsenceMailOn, setAbsenceMail } from '~/domain/absences/absence-mail.server'
import {
  type Absence,
  addAbsence,
  listAbsentOn,
  paginateUpcomingAbsences,
  removeAbsence,
} from '~/domain/absences/absences.server'
import { listCancelledAhead } from '~/domain/absences/cancelled.server'
import { type NewAbsence, newAbsence } from '~/domain/absences/schema'
import { getListNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { parsePathId } from '~/domain/path-id'
import { createConfirmAction, createFormAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { formatAbsenceDays } from '~/routes/parts/absences/days'
import { defineScreen } from '~/screen'
import type { MailRoute } from '~/settings.server'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { formatDateTime } from '~/ui/dates'
import { DateField } from '~/ui/forms/date-field'
import { SelectField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { AddFormLink, getFormPath, isFormRequested, useIsFormAlone } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Not coming',
  detail: ({ upcoming }, { search }) =>
    isFormRequested(new URLSearchParams(search)) ? 'Record an absence' : formatPageNumber(upcoming),
})

const ABSENCES_PATH = paths.dashboard.timetable.away

export const loader = createPageLoader(async ({ db, settings, request, tutor }) => ({
  day: formatIsoDay(getToday()),
  absent: await listAbsentOn(db, tutor),
  upcoming: await paginateUpcomingAbsences(db, tutor, getPageNumber(new URL(request.url).searchParams)),
  cancelled: await listCancelledAhead(db, tutor),
  students: await listStudents(db, tutor),
  isMailOn: await isAbsenceMailOn(db, tutor),
  mailRoute: settings.mailRoute,
}))

export const action = createIntentAction({
  note: createFormAction(newAbsence, async (fields, { db, tutor }) => {
    const absence = await addAbsence(db, tutor, fields)
    const text = `${absence.studentName} is not coming: ${formatAbsenceDays(absence)}.`
    return { to: ABSENCES_PATH, title: 'Absence recorded', text }
  }),
  coming: createConfirmAction(async ({ db, tutor }, form) => {
    await removeAbsence(db, tutor, parsePathId(String(form.get('id'))))
    return { to: ABSENCES_PATH, title: 'Absence removed', text: 'Everyone can see the change now.' }
  }),
  mail: createConfirmAction(async ({ db, tutor }, form) => {
    const isOn = form.get('mail') === 'on'
    await setAbsenceMail(db, tutor, isOn)
    const onText = 'The office gets it on every open day, even when everyone is expected.'
    const text = isOn ? onText : 'You can still see the list here and at the top of My Files.'
    return { to: ABSENCES_PATH, title: `Daily email turned ${isOn ? 'on' : 'off'}`, text }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function AbsencesPage() {
  const { absent, upcoming, cancelled, isMailOn, mailRoute } = useLoaderData<typeof loader>()
  const isAdding = useIsFormAlone()
  const hiddenOnPhone = isAdding && 'hidden lg:block'
  return (
    <>
      <BackLink to={paths.dashboard.timetable.list} className={classes(hiddenOnPhone)}>
        Timetables
      </BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2>Not coming</h2>
        {!isAdding && (
          <p className="no-print lg:hidden">
            <AddFormLink listPath={ABSENCES_PATH}>Record an absence</AddFormLink>
          </p>
        )}
      </div>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <div className={classes('min-w-0 space-y-8', hiddenOnPhone)}>
          <section aria-labelledby="today">
            <h3 id="today">Today</h3>
            {absent.length === 0 && <p className="mt-2">Nobody has told us they are not coming.</p>}
            <AbsenceList absences={absent} />
          </section>
          {upcoming.found > 0 && (
            <section aria-labelledby="ahead">
              <h3 id="ahead">Upcoming absences</h3>
              <AbsenceList absences={upcoming.items} />
              <PageLinks pages={upcoming.pages} heading="ahead" />
            </section>
          )}
          <CancelledAbsences cancelled={cancelled} />
          <AbsenceEmailForm isOn={isMailOn} mailRoute={mailRoute} />
        </div>
        <AbsenceForm
          key={absent.length + upcoming.found}
          className={classes('no-print', !isAdding && 'hidden lg:block')}
        />
      </div>
    </>
  )
}

function AbsenceList({ absences }: { absences: Absence[] }) {
  if (absences.length === 0) return null
  return (
    <ul className="long-words mt-2 divide-y divide-line rounded border border-line bg-white shadow-card">
      {absences.map((absence) => (
        <AbsenceRow key={absence.id} absence={absence} />
      ))}
    </ul>
  )
}

/** Who comes after all, so that no change of a message goes unseen. */
function CancelledAbsences({ cancelled }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'cancelled'>) {
  if (cancelled.length === 0) return null
  return (
    <section aria-labelledby="cancelled">
      <h3 id="cancelled">Coming after all</h3>
      <ul className="long-words mt-2 divide-y divide-line rounded border border-line bg-white shadow-card">
        {cancelled.map(({ id, studentName, saidBy, cancelledBy, cancelledAt, ...days }) => (
          <li key={id} className="p-4">
            <p>
              <strong>{studentName}</strong>: {formatAbsenceDays(days)}
            </p>
            <p className="text-small text-ink-soft">
              {cancelledBy ? `Told us: ${cancelledBy}` : 'Changed by a tutor'}, {formatDateTime(cancelledAt)}. Before
              that, {saidBy ?? 'a tutor'} said not coming.
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AbsenceRow({ absence }: { absence: Absence }) {
  const { id, studentId, studentName, note, saidBy } = absence
  const days = formatAbsenceDays(absence)
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
        <p className="text-small text-ink-soft">{saidBy ? `Told us: ${saidBy}` : 'Recorded by a tutor'}</p>
      </div>
      <PostForm intent="coming" failure="Failed to remove the absence" isTyped={false} className="no-print">
        <input type="hidden" name="id" value={id} />
        <SubmitButton
          variant="secondary"
          submitLabel="Coming after all"
          pendingLabel="Removing..."
          about={`${studentName}, ${days}`}
        />
      </PostForm>
    </li>
  )
}

const loadRules = () => import('~/domain/absences/schema').then(({ newAbsence }) => newAbsence)

function AbsenceForm({ className }: { className: string }) {
  const { students, day } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, { studentId, startDate, endDate, note }] = useSiteForm<NewAbsence>({
    id: 'absence',
    intent: 'note',
    result: answer?.form === 'note' ? answer.result : undefined,
    defaultValue: { startDate: day },
    rules: loadRules,
  })
  return (
    <Card as="section" isSnug id="add" aria-labelledby="note-heading" className={className}>
      <BackLink to={ABSENCES_PATH} className="lg:hidden">
        Not coming
      </BackLink>
      <h3 id="note-heading">Record an absence</h3>
      <ValidatedForm
        form={form}
        fields={[studentId, startDate, endDate, note]}
        intent="note"
        failure="Failed to record the absence"
        action={getFormPath(ABSENCES_PATH)}
        className="mt-4 space-y-6"
      >
        <SelectField
          field={studentId}
          required
          label="Who is not coming?"
          options={[...getListNames(students)].map(([id, label]) => ({ value: String(id), label }))}
          placeholder="Please select"
        />
        <DateField field={startDate} required label="From" />
        <DateField field={endDate} label="Until (optional)" hint="The last day. Leave it empty for one day." />
        <TextField field={note} label="Note (optional)" autoComplete="off" />
        <SubmitButton submitLabel="Save" pendingLabel="Saving..." />
      </ValidatedForm>
    </Card>
  )
}

function AbsenceEmailForm({ isOn, mailRoute }: { isOn: boolean; mailRoute: MailRoute }) {
  return (
    <section aria-labelledby="mail" className="no-print">
      <h3 id="mail">Email to the office</h3>
      <p className="mt-2">
        {isOn
          ? 'At 10:00 on every open day, the office gets an email. It says who is not coming, or that everyone is expected. If the email doesn’t arrive, something is wrong.'
          : 'The office can get an email at 10:00 on every open day. It says who is not coming, or that everyone is expected.'}
        {mailRoute === 'none' && ' But email is not set up, so nothing is sent until it is.'}
        {mailRoute === 'outbox' && ' This is a demonstration, so no email is sent.'}
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
