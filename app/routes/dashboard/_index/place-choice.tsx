import type { ReactNode } from 'react'
import type { FilePlace, Whose } from '~/domain/files/places'
import { classes } from '~/ui/classes'
import { Link } from '~/ui/link'
import { FoldRow } from '~/ui/lists/fold-row'
import { SearchForm } from '~/ui/lists/search-form'
import type { TutorsView } from './view.server'

/** The path of the documents in a place. */
export const placePath = (whose: Whose) => `/dashboard?of=${whose}`

function PlaceLink({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <>
      {' '}
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'page' : undefined}
        className={classes('place', isCurrent ? 'border-river bg-tide text-ink' : 'border-line bg-white no-underline')}
      >
        {children}
      </Link>
    </>
  )
}

function Count({ of }: { of: FilePlace }) {
  return (
    <span className="text-small font-normal">
      {of.files}
      <span className="sr-only">{of.files === 1 ? ' file' : ' files'}</span>
    </span>
  )
}

/** Whose files are shown: links, so that each has an address, works without scripts and with Back. The students are a fold of their own. */
export function PlaceChoice({ places, place, search }: TutorsView) {
  const isStudent = (one: FilePlace | null) => typeof one?.whose === 'number'
  const students = places.filter(isStudent)
  return (
    <div className="no-print space-y-3">
      <nav aria-label="Whose files" className="flex flex-wrap gap-2">
        <PlaceLink to="/dashboard" isCurrent={!place && !search}>
          Newest
        </PlaceLink>
        {places
          .filter((one) => !isStudent(one))
          .map((one) => (
            <PlaceLink key={one.whose} to={placePath(one.whose)} isCurrent={one.whose === place?.whose}>
              {one.name} <Count of={one} />
            </PlaceLink>
          ))}{' '}
        {students.length > 0 && (
          <FoldRow
            key={place?.whose}
            icon="people"
            title={
              isStudent(place) ? `${place?.name}: choose another student` : `Choose a student (${students.length})`
            }
            className={classes(
              'basis-full rounded-sm border-2',
              isStudent(place) ? 'border-river bg-tide' : 'border-line bg-white',
            )}
          >
            <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
              {students.map((one) => (
                <li key={one.whose}>
                  <PlaceLink to={placePath(one.whose)} isCurrent={one.whose === place?.whose}>
                    <span className="min-w-0 break-words">{one.name}</span> <Count of={one} />
                  </PlaceLink>
                </li>
              ))}
            </ul>
          </FoldRow>
        )}
      </nav>
      <SearchForm text={search} label="Search names and titles" all="/dashboard" />
    </div>
  )
}
