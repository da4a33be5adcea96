import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { type FileOwner, type FilePlace, getFileOwner } from '~/domain/files/places'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { lists, myFiles } from '~/routes/parts/files/my-files'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'
import { AddFormLink } from '~/ui/lists/form-alone'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { PageLinks } from '~/ui/lists/page-links'
import { SearchForm } from '~/ui/lists/search-form'
import { EditForm } from './edit-form'
import { FilesSection } from './file-lists'
import { FileRow } from './file-row'
import { UploadPanel } from './upload-form'
import type { TutorsView } from './view.server'

/** The path of the documents in a place. */
const placePath = (whose: FileOwner) => `${paths.dashboard.index}?of=${whose}`

function PlaceLink({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <>
      {' '}
      <Link to={to} preventScrollReset aria-current={isCurrent ? 'page' : undefined} discover="none" className="place">
        {children}
      </Link>
    </>
  )
}

function Count({ of }: { of: FilePlace }) {
  return (
    <span>
      {of.files}
      <span className="sr-only">{of.files === 1 ? ' file' : ' files'}</span>
    </span>
  )
}

/** The names of a day that are shown in its line. */
const NAMED = 6

/** Who does not come today, in one line. */
function NotComing({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const others = names.length - NAMED
  return (
    <p className="long-words">
      <Link to={paths.dashboard.timetable.away} className="inline-flex min-h-target items-center font-bold">
        {names.length} not coming today
      </Link>
      : {names.slice(0, NAMED).join(', ')}
      {others > 0 && ` and ${others} more`}
    </p>
  )
}

/** Whose files are shown: links, so that each has an address, works without scripts and with Back. The students are a fold of their own. */
function PlaceChoice({ absent, places, place, search, className }: TutorsView & { className?: string }) {
  const isStudent = (one: FilePlace | null) => typeof one?.whose === 'number'
  const students = places.filter(isStudent)
  const [parameters] = useSearchParams()
  return (
    <div className={classes('no-print space-y-3', className)}>
      <NotComing names={absent} />
      <AddFormLink of={myFiles(parameters)} icon="upload" className="w-full lg:hidden">
        Upload Document
      </AddFormLink>
      <nav aria-label="Whose files" id="whose-files" className="flex scroll-mt-4 flex-wrap gap-2">
        <PlaceLink to={paths.dashboard.index} isCurrent={!place && !search}>
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
            isOpen={parameters.has('students')}
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
      <SearchForm text={search} label="Search names and titles" all={paths.dashboard.index} />
    </div>
  )
}

type TutorFilesProps = TutorsView & { notLoaded: boolean; answer?: FormResult }

/** My Files for a tutor: whose files, the upload for them, and their list. */
export function TutorFiles({ answer, notLoaded, ...view }: TutorFilesProps) {
  const { students, place, list, newest, edited, isUploading } = view
  const listed = [...(list?.items ?? []), ...(newest?.personal ?? []), ...(newest?.shared ?? [])]
  const refusal = answer?.form === 'edit' ? answer : undefined
  // Found by its address, or by its page: the form stands alone.
  const isAlone = edited !== null && !listed.some(({ id }) => id === edited.id)
  const rows = { view, refusal }
  const isWide = isUploading && 'hidden lg:block'
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <PlaceChoice {...view} className={classes(isWide)} />
      <div className={classes('min-w-0 space-y-10', isWide)}>
        {notLoaded && <LoadFailureNotice />}
        {isAlone && (
          <Card>
            <EditForm file={edited} heading="h2" students={students} answer={refusal} />
          </Card>
        )}
        {newest && !isAlone && <Newest {...rows} newest={newest} />}
        {list && place && <Chosen {...rows} list={list} place={place} />}
        {list && !place && <Found {...rows} list={list} />}
      </div>
      <UploadPanel
        key={String(place?.whose)}
        whose={place?.whose}
        students={students}
        result={answer?.form === 'upload' ? answer.result : undefined}
        className={classes('lg:col-start-2 lg:row-span-2 lg:row-start-1', !isUploading && 'hidden lg:block')}
      />
    </div>
  )
}

interface Rows {
  view: TutorsView
  refusal?: FormResult
}

function FileRows({
  files,
  heading,
  isOwnerShown = false,
  view,
  refusal,
}: Rows & {
  files: FileRecord[]
  heading: 'h3' | 'h4'
  isOwnerShown?: boolean
}) {
  if (files.length === 0) return null
  return (
    <FoldRows className="mt-4">
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          heading={heading}
          owner={isOwnerShown ? view.places.find(({ whose }) => whose === getFileOwner(file))?.name : undefined}
          students={view.students}
          openedBy={view.opened[file.id]}
          isEdited={file.id === view.edited?.id}
          refusal={refusal}
        />
      ))}
    </FoldRows>
  )
}

/** Leads on from the newest. */
function ToAll({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="no-print mt-4">
      <ButtonLink to={to} variant="secondary">
        <span>{children}</span>
        <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
      </ButtonLink>
    </p>
  )
}

/** Without a choice, the newest under each of the two headings. */
function Newest({ newest, ...rows }: Rows & { newest: NonNullable<TutorsView['newest']> }) {
  const all = { personal: 0, shared: 0 }
  for (const { whose, files } of rows.view.places) all[whose === 'shared' ? 'shared' : 'personal'] += files
  return (
    <>
      <FilesSection list="personal" isEmpty={newest.personal.length === 0}>
        <FileRows {...rows} files={newest.personal} heading="h3" isOwnerShown />
        {all.personal > newest.personal.length && (
          <ToAll to={`${paths.dashboard.index}?students#whose-files`}>
            All {all.personal} personal files: choose whose
          </ToAll>
        )}
      </FilesSection>
      <FilesSection list="shared" isEmpty={newest.shared.length === 0}>
        <FileRows {...rows} files={newest.shared} heading="h3" />
        {all.shared > newest.shared.length && <ToAll to={placePath('shared')}>All {all.shared} shared files</ToAll>}
      </FilesSection>
    </>
  )
}

function Chosen({
  list,
  place,
  ...rows
}: Rows & { list: NonNullable<TutorsView['list']>; place: { name: string; whose: unknown } }) {
  const isShared = place.whose === 'shared'
  const heading = isShared ? 'shared-files' : 'personal-files'
  return (
    <FilesSection list={isShared ? 'shared' : 'personal'} isEmpty={list.found === 0}>
      {!isShared && <h3 className="mt-4">{place.name}</h3>}
      <FileRows {...rows} files={list.items} heading={isShared ? 'h3' : 'h4'} />
      <PageLinks pages={list.pages} name={lists.one} label={`Pages of ${place.name}`} heading={heading} />
    </FilesSection>
  )
}

/** What a search found: places by their name, documents by their title. */
function Found({ list, ...rows }: Rows & { list: NonNullable<TutorsView['list']> }) {
  const { search, matching } = rows.view
  const [parameters] = useSearchParams()
  return (
    <section aria-labelledby="found-files">
      <h2 id="found-files">Search</h2>
      {matching.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {matching.map(({ whose, name, files }) => (
            <li key={whose}>
              <ButtonLink to={placePath(whose)} variant="secondary">
                {name} ({files})
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-4 break-words">
        {list.found === 0
          ? `No file has ‘${search}’ in its title.`
          : `${list.found === 1 ? '1 file has' : `${list.found} files have`} ‘${search}’ in the title.`}
      </p>
      <FileRows {...rows} files={list.items} heading="h3" isOwnerShown />
      <PageLinks
        pages={list.pages}
        name={lists.one}
        label={`Pages of the search for ${parameters.get('search')}`}
        heading="found-files"
      />
    </section>
  )
}
