import type { SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import { Form, useLoaderData, useLocation } from '@remix-run/react'
import { listNamesOfPeople } from '~/domain/accounts/people.server'
import { activityFilter, listActivity } from '~/domain/activity/activity.server'
import { activitySubjectNames, activitySubjects } from '~/domain/activity/sentences'
import { parseDay } from '~/domain/events/days'
import { parseForm } from '~/http/forms/form.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { ActivityList, ENTRIES_PER_PAGE, getBeforeId, OlderEntriesLink } from '~/routes/parts/activity/activity-list'
import { defineScreen } from '~/screen'
import { Button } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { DateField } from '~/ui/forms/date-field'
import { SelectField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { Link } from '~/ui/link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'records',
  title: 'Activity log',
  detail: ({ lines: [newest] }, { search }) =>
    search.includes('before=') && newest ? `up to ${formatDateTime(newest.at)}` : undefined,
  tab: { label: 'Activity log', place: 4 },
})

export const loader = createPageLoader(async (args) => {
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const query = new FormData()
  for (const [name, value] of searchParams) query.append(name, value)
  const submission = parseForm(query, activityFilter)
  const people = await listNamesOfPeople(db, args.tutor)
  if (submission.status !== 'success')
    return data({ people, lines: [], result: submission.reply(), isNarrowed: true }, { status: 400 })
  const { person, about, day } = submission.value
  const lines = await listActivity(db, args.tutor, {
    personId: person ?? undefined,
    subject: about || undefined,
    day: (day && parseDay(day)) || undefined,
    before: getBeforeId(searchParams),
    limit: ENTRIES_PER_PAGE,
  })
  return data({ people, lines, result: null, isNarrowed: Boolean(person || about || day) })
})

export { pageMeta as meta } from '~/ui/browser/page-meta'

function ActivityFilterForm() {
  const { people, result } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const parameters = new URLSearchParams(search)
  const defaultValue = { person: parameters.get('person'), about: parameters.get('about'), day: parameters.get('day') }
  const [, fields] = useSiteForm<Record<keyof typeof defaultValue, string>>({
    id: 'narrow',
    result: result as SubmissionResult | null,
    defaultValue,
  })
  return (
    <details className="fold mt-4" open={Object.values(defaultValue).some(Boolean)}>
      <summary>Search the log</summary>
      <Form
        id="narrow"
        role="search"
        preventScrollReset
        className="mt-2 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.5fr_auto]"
      >
        <SelectField
          field={fields.person}
          label="Who"
          options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          placeholder="Everyone"
        />
        <SelectField
          field={fields.about}
          label="About"
          options={activitySubjectNames.map((value) => ({ value, label: activitySubjects[value].label }))}
          placeholder="Everything"
        />
        <DateField field={fields.day} label="Day" />
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="secondary">Search</Button>
          {search && (
            <Link to={paths.dashboard.profile.activity} preventScrollReset className="flex min-h-control items-center">
              Show all entries
            </Link>
          )}
        </div>
      </Form>
    </details>
  )
}

export default function ActivityLog() {
  const { lines, isNarrowed } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <>
      <h2>Activity log</h2>
      <p className="prose mt-2 text-ink-soft">Who did what, newest first. Only tutors can read this.</p>
      <ActivityFilterForm key={search} />
      <ActivityList lines={lines} emptyTitle={isNarrowed ? 'No entries found.' : 'No entries yet.'} />
      <OlderEntriesLink lines={lines} />
    </>
  )
}
