import { useLoaderData } from '@remix-run/react'
import { getListNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { stateNames, useNames } from '~/domain/consent/consents'
import { type CurrentConsent, paginateCurrentConsents } from '~/domain/consent/consents.server'
import { countPictures, paginatePictures, pictureLists } from '~/domain/consent/pictures.server'
import { countPastUses, paginatePastUses } from '~/domain/consent/prints.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { formatDay } from '~/ui/dates'
import { Link } from '~/ui/link'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'permissions',
  title: 'Photo permissions',
  detail: ({ of, students, pictures, past }) =>
    [titles[of], formatPageNumber((students ?? pictures ?? past)!)].filter(Boolean).join(', '),
})

export const loader = createPageLoader(async ({ db, request, tutor }) => {
  const { searchParams } = new URL(request.url)
  const page = getPageNumber(searchParams)
  const requested = searchParams.get('of')
  const counts = { ...(await countPictures(db, tutor)), past: await countPastUses(db, tutor) }
  const emptyLists = { students: null, pictures: null, past: null }
  const list = pictureLists.find((one) => one === requested)
  const lists: LoadedLists = list
    ? { ...emptyLists, pictures: await paginatePictures(db, tutor, list, page) }
    : requested === 'past'
      ? { ...emptyLists, past: await paginatePastUses(db, tutor, page) }
      : { ...emptyLists, students: await paginateCurrentConsents(db, tutor, page) }
  const of: keyof typeof titles = list ?? (lists.past ? 'past' : 'students')
  const names = lists.pictures ? Object.fromEntries(getListNames(await listStudents(db, tutor))) : {}
  return { of, counts, names, ...lists }
})

interface LoadedLists {
  students: Awaited<ReturnType<typeof paginateCurrentConsents>> | null
  pictures: Awaited<ReturnType<typeof paginatePictures>> | null
  past: Awaited<ReturnType<typeof paginatePastUses>> | null
}

const titles = {
  students: 'What students said',
  unmarked: 'Pictures without names',
  marked: 'Pictures with names',
  hidden: 'Hidden pictures',
  past: 'Sent out: printed or emailed',
}

const labels = {
  students: 'Answers',
  unmarked: 'Without names',
  marked: 'With names',
  hidden: 'Hidden',
  past: 'Sent out',
}

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function Photos() {
  const { of, counts, students, pictures, past } = useLoaderData<typeof loader>()
  return (
    <section aria-labelledby="photos" className="max-w-4xl">
      <BackLink to={paths.dashboard.profile.people.list}>Back to all people</BackLink>
      <h2 id="photos">Photo permissions</h2>
      <nav aria-label="Lists" className="mt-4 flex flex-wrap gap-2">
        {(Object.keys(titles) as (keyof typeof titles)[]).map((list) => (
          <Link
            key={list}
            className="chip"
            to={
              list === 'students'
                ? paths.dashboard.profile.people.photos.list
                : `${paths.dashboard.profile.people.photos.list}?of=${list}`
            }
            aria-current={list === of ? 'page' : undefined}
          >
            {labels[list]}
            {list !== 'students' && ` (${counts[list]})`}{' '}
          </Link>
        ))}
      </nav>
      <p className="mt-4">
        <ButtonLink to={paths.dashboard.profile.people.photos.answers} variant="secondary">
          Record the answers of several students
        </ButtonLink>
      </p>
      <h3 id="list" className="mt-6">
        {titles[of]}
      </h3>
      {students && <StudentList students={students} />}
      {pictures && <PictureList pictures={pictures} />}
      {past && <SentPictures past={past} />}
      <PageLinks pages={(students ?? pictures ?? past)!.pages} heading="list" />
    </section>
  )
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>

const emptyTexts: Partial<Record<keyof typeof titles, string>> = {
  unmarked: 'Every picture has names.',
  marked: 'No picture has names yet.',
  hidden: 'No picture is hidden.',
}

const listClasses = 'long-words mt-2 divide-y divide-line rounded border border-line bg-white px-4 sm:px-6'

function StudentList({ students }: { students: NonNullable<LoaderData['students']> }) {
  if (students.found === 0) return <p className="mt-2">There are no students yet.</p>
  return (
    <ul className={listClasses}>
      {students.items.map(({ id, name, consents }) => (
        <li key={id} className="py-2">
          <Link
            to={paths.dashboard.profile.people.consent(id)}
            className="inline-flex min-h-target items-center text-lead font-bold"
          >
            {name}
          </Link>
          <p className="text-small">{consents.map(describeConsent).join(' · ')}</p>
        </li>
      ))}
    </ul>
  )
}

function describeConsent({ use, state, last }: CurrentConsent): string {
  const mark =
    !last || last.isConfirmed || state === 'again'
      ? ''
      : last.ownWord === 'no'
        ? ' (not right)'
        : ' (not yet confirmed)'
  return `${useNames[use].label}: ${stateNames[state].toLowerCase()}${mark}`
}

function PictureList({ pictures }: { pictures: NonNullable<LoaderData['pictures']> }) {
  const { of, names } = useLoaderData<typeof loader>()
  if (pictures.found === 0) return <p className="mt-2">{emptyTexts[of]}</p>
  return (
    <ul className={listClasses}>
      {pictures.items.map(({ kind, id, title, where, at, url, isMarked, studentIds, hiddenBecause }) => (
        <li key={`${kind}-${id}`} className="flex flex-wrap gap-4 py-3">
          <img
            src={kind === 'website' ? url : `${url}?inline&width=480`}
            alt=""
            loading="lazy"
            className="aspect-[4/3] h-auto w-20 shrink-0 self-start rounded-sm border border-line bg-sand object-contain"
          />
          <div className="min-w-0 grow basis-40">
            <p className="font-bold">{title}</p>
            <p className="text-small">{where}</p>
            <p className="text-small text-ink-soft">Added {formatDay(at)}</p>
            {isMarked && (
              <p className="text-small">
                {studentIds.length === 0
                  ? 'No student is in it'
                  : studentIds.map((one) => names[one] ?? 'A former student').join(', ')}
              </p>
            )}
            {hiddenBecause && <p className="text-small">{hiddenBecause}</p>}
            <Link
              to={paths.dashboard.profile.people.photos.one(kind, id)}
              className="inline-flex min-h-target items-center font-bold"
            >
              {isMarked ? 'Change the names' : 'Name the people in it'}
              <span className="sr-only">: {title}</span>
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}

function SentPictures({ past }: { past: NonNullable<LoaderData['past']> }) {
  return (
    <>
      <p className="mt-2 max-w-measure">
        Pictures that were printed or emailed, of people who do not say yes to this now. We can’t get them back.
      </p>
      {past.found === 0 ? (
        <p className="mt-2 font-bold">No such picture was sent out.</p>
      ) : (
        <ul className={listClasses}>
          {past.items.map(({ studentId, name, what, picture, at, mails }) => (
            <li key={`${studentId} ${at} ${picture}`} className="py-2">
              <p className="font-bold">
                {name}: {what}
              </p>
              <p className="text-small text-ink-soft">
                ‘{picture}’,{' '}
                {mails === null ? 'printed' : `emailed to ${mails === 1 ? '1 address' : `${mails} addresses`}`} on{' '}
                {formatDay(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
