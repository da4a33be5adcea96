import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { emptyPage } from '~/domain/empty-page'
import { listOpenings } from '~/domain/files/file-views.server'
import { listFormerOpenings } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { getFileId } from '~/domain/files/places'
import { newTimetable } from '~/domain/timetables/schema'
import { addTimetable, paginateTimetables, type Timetable } from '~/domain/timetables/timetables.server'
import { getDayOfStudent, type TodayView } from '~/domain/week/week.server'
import { loadLists } from '~/http/answers/lists.server'
import { formatUploadFailure } from '~/http/forms/form.server'
import { createFormAction } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { createTimetableSaveResult } from '~/routes/parts/timetables/save-result.server'
import { TodayPanel } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { formatDay, formatPeriod } from '~/ui/dates'
import { LoadError } from '~/ui/error-page'
import { Icon, type IconName } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddFormLink, isFormRequested, useIsFormAlone } from '~/ui/lists/list-with-forms'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { DownloadLink, OpenLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'
import { AddTimetablePanel, TimetableRows } from './tutor-timetables'

const facts: { symbol: IconName; title: string; text: string }[] = [
  { symbol: 'person', title: 'Personal schedule', text: 'It shows what you do on each day of your week.' },
  {
    symbol: 'download',
    title: 'Download and print',
    text: 'Press Download. Then you can print it and take it with you.',
  },
  {
    symbol: 'calendar',
    title: 'Weekly updates',
    text: 'When your tutor changes it, you see that here. Come back every week to see what is new.',
  },
]

function AboutTimetableCard({ className }: { className?: string }) {
  return (
    <Card as="section" isSnug aria-labelledby="about-timetable" className={className}>
      <h2 id="about-timetable" className="text-h3">
        About Your Timetable
      </h2>
      <ul className="mt-4 space-y-4">
        {facts.map(({ symbol, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon name={symbol} className="mt-1 h-6 w-6 shrink-0 text-river" />
            <div>
              <p className="font-bold">{title}</p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TimetableCard({ timetable }: { timetable: Timetable }) {
  const { id, title, description, startDate, endDate, createdAt, studentName } = timetable
  return (
    <Card as="li" isSnug id={`timetable-${id}`} className="space-y-4 print:break-inside-avoid">
      <div className="flex gap-4">
        <span className="picture no-print hidden h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-tide text-river sm:flex">
          <Icon name="timetable" className="h-7 w-7" />
        </span>
        <div className="min-w-0">
          <h3 className="break-words">{title}</h3>
          {(startDate || endDate) && <p className="font-bold">{formatPeriod(startDate, endDate)}</p>}
          {description && (
            <p className="mt-1 break-words">
              <Lines text={description} />
            </p>
          )}
          <p className="mt-1 text-small text-ink-soft">
            Created <time dateTime={createdAt}>{formatDay(createdAt)}</time>
          </p>
          {!studentName && (
            <p className="mt-3">
              <Badge tone="moss">For All Students</Badge>
            </p>
          )}
        </div>
      </div>
      {isImage(timetable.fileType) && <FileImage file={timetable} to={paths.dashboard.timetable.one(id)} isEager />}
      <div className="no-print flex flex-wrap gap-3">
        <OpenLink file={timetable} to={paths.dashboard.timetable.one(id)} />
        <DownloadLink file={timetable} noun="timetable" />
      </div>
    </Card>
  )
}

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'files',
  title: 'Timetable',
  detail: ({ isTutor, timetables }, { search }) =>
    isTutor && isFormRequested(new URLSearchParams(search)) ? 'Add Timetable' : formatPageNumber(timetables),
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const page = getPageNumber(new URL(args.request.url).searchParams)
  return loadLists(async (orEmpty) => {
    const timetables = await orEmpty(paginateTimetables(db, user, page), emptyPage)
    return {
      isTutor: isTutor(user),
      today: isTutor(user) ? null : await orEmpty<TodayView | null>(getDayOfStudent(db, user), null),
      timetables,
      students: isTutor(user) ? await orEmpty(listStudents(db, user), []) : [],
      openedBefore: isTutor(user)
        ? await orEmpty(listFormerOpenings(db, user, timetables.items.map(getFileId)), {})
        : {},
      opened: isTutor(user) ? await orEmpty(listOpenings(db, user, timetables.items.map(getFileId)), {}) : {},
    }
  })
}

export const action = createFormAction(
  newTimetable,
  async (timetable, { db, uploads, tutor }) =>
    createTimetableSaveResult('added', await addTimetable(db, uploads, tutor, timetable)),
  { refused: formatUploadFailure },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type TimetableData = ReturnType<typeof useLoaderData<typeof loader>>

export default function TimetableTab() {
  return <Timetables {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return (
    <LoadError
      empty={
        <Timetables
          isTutor={false}
          today={null}
          timetables={emptyPage}
          students={[]}
          opened={{}}
          openedBefore={{}}
          notLoaded
        />
      }
    />
  )
}

/** Above the list on a wide page, and below it on a phone. */
function TutorLinks({ className }: { className: string }) {
  const { register, steps, week, away, list } = paths.dashboard.timetable
  const links = [
    [register.day, 'Register'],
    [steps.list, 'Steps'],
    [week.plan, 'Weekly timetable'],
    [away, 'Not coming'],
  ] as const
  return (
    <p className={classes('no-print flex-wrap gap-2', className)}>
      {links.map(([to, label]) => (
        <ButtonLink key={to} to={to} variant="secondary" className="px-3">
          {label}
        </ButtonLink>
      ))}
      <AddFormLink listPath={list} className="px-3 lg:hidden">
        Add a timetable
      </AddFormLink>
    </p>
  )
}

function Timetables({ isTutor, today, timetables, students, opened, openedBefore, notLoaded }: TimetableData) {
  const answer = useActionData<typeof action>()
  const { shortName } = useCentre()
  const isAdding = useIsFormAlone() && isTutor
  const hiddenOnPhone = isAdding && 'hidden lg:block'
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] print:block">
      <div className={classes('min-w-0 space-y-12', hiddenOnPhone)}>
        <section aria-labelledby="timetables">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="timetables">{shortName} Timetable</h2>
            {isTutor && <TutorLinks className="hidden sm:flex" />}
          </div>
          {notLoaded && (
            <div className="mt-4">
              <LoadFailureNotice />
            </div>
          )}
          {timetables.found === 0 && (
            <EmptyState className="mt-4" picture="empty-timetable" title="No timetables available yet.">
              <p>Your personal learning timetables will appear here once your tutor creates them.</p>
            </EmptyState>
          )}
          {timetables.found > 0 && isTutor && (
            <TimetableRows
              timetables={timetables.items}
              students={students}
              opened={opened}
              openedBefore={openedBefore}
            />
          )}
          {timetables.found > 0 && !isTutor && (
            <ul className="mt-4 space-y-4">
              {timetables.items.map((timetable) => (
                <TimetableCard key={timetable.id} timetable={timetable} />
              ))}
            </ul>
          )}
          <PageLinks pages={timetables.pages} />
          {isTutor && <TutorLinks className="mt-6 flex sm:hidden" />}
        </section>
        <TodayPanel today={today} />
      </div>
      <div className="no-print space-y-8">
        <AboutTimetableCard className={classes(hiddenOnPhone)} />
        {isTutor && (
          <AddTimetablePanel students={students} answer={answer} className={classes(!isAdding && 'hidden lg:block')} />
        )}
      </div>
    </div>
  )
}
