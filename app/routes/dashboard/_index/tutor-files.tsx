import { useSearchParams } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { type FileOwner, type FilePlace, getFileOwner } from '~/domain/files/places'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { getMyFilesPath, pageParameters } from '~/routes/parts/files/my-files'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { Link } from '~/ui/link'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'
import { AddFormLink } from '~/ui/lists/list-with-forms'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { PageLinks } from '~/ui/lists/page-links'
import { SearchForm } from '~/ui/lists/search-form'
import { EditForm } from './edit-form'
import { FILES_TITLES, FileRow, FilesSection } from './file-lists'
import { ThisMorning } from './this-morning'
import { UploadedPreview, UploadPanel, useUploadedPreview } from './upload-form'
import type { TutorFilesView } from './view.server'

const getPlacePath = (owner: FileOwner) => `${paths.dashboard.index}?of=${owner}`

function PlaceLink({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <>
      {' '}
      <Link to={to} preventScrollReset aria-current={isCurrent ? 'page' : undefined} discover="none" className="chip">
        {children}
      </Link>
    </>
  )
}

function FileCount({ place }: { place: FilePlace }) {
  return (
    <span>
      {place.files}
      <span className="sr-only">{place.files === 1 ? ' file' : ' files'}</span>
    </span>
  )
}

/** The parameter with which a phone shows the places and the search, which are above the files on wide pages only. */
const CHOOSING = 'students'

/** Links to places, so that each has an address and works with Back and without scripts. The students are folded away. */
function PlacePicker({ places, place, search }: TutorFilesView) {
  const isStudent = (one: FilePlace | null) => typeof one?.whose === 'number'
  const students = places.filter(isStudent)
  const [parameters] = useSearchParams()
  const isOpen = parameters.has(CHOOSING) || search !== ''
  return (
    <div className="no-print space-y-3">
      <div className="flex flex-wrap gap-2 lg:hidden">
        <AddFormLink listPath={getMyFilesPath(parameters)} icon="upload" className="flex-auto px-2 text-small">
          Upload Document
        </AddFormLink>
        {!isOpen && (
          <ButtonLink
            to={`${paths.dashboard.index}?${CHOOSING}#whose-files`}
            variant="secondary"
            className="flex-auto px-2 text-small"
          >
            Find files
          </ButtonLink>
        )}
      </div>
      <nav
        aria-label="Whose files"
        id="whose-files"
        className={classes('scroll-mt-4 flex-wrap gap-2 lg:flex', isOpen ? 'flex' : 'hidden')}
      >
        <PlaceLink to={paths.dashboard.index} isCurrent={!place && !search}>
          All
        </PlaceLink>
        {places
          .filter((one) => !isStudent(one))
          .map((one) => (
            <PlaceLink key={one.whose} to={getPlacePath(one.whose)} isCurrent={one.whose === place?.whose}>
              {one.name} <FileCount place={one} />
            </PlaceLink>
          ))}{' '}
        {students.length > 0 && (
          <FoldRow
            key={place?.whose}
            icon="people"
            isOpen={parameters.has(CHOOSING)}
            title={
              isStudent(place) ? `${place?.name}: choose another student` : `Choose a student (${students.length})`
            }
            className={classes(
              'basis-full rounded-sm border-2 lg:grow lg:basis-auto',
              isStudent(place) ? 'border-river bg-tide' : 'border-line bg-white',
            )}
          >
            <ul className="grid gap-2 sm:grid-cols-2">
              {students.map((one) => (
                <li key={one.whose}>
                  <PlaceLink to={getPlacePath(one.whose)} isCurrent={one.whose === place?.whose}>
                    <span>{one.name}</span> <FileCount place={one} />
                  </PlaceLink>
                </li>
              ))}
            </ul>
          </FoldRow>
        )}
      </nav>
      <SearchForm
        text={search}
        label="Search names and titles"
        all={paths.dashboard.index}
        className={classes(!isOpen && 'hidden lg:flex')}
      />
    </div>
  )
}

type TutorFilesProps = TutorFilesView & { notLoaded: boolean; answer?: FormResult }

export function TutorFiles({ answer, notLoaded, ...view }: TutorFilesProps) {
  const { morning, reminders, students, place, search, list, all, edited, isUploading } = view
  // Only until the tutor goes to another list.
  const path = getMyFilesPath(useSearchParams()[0])
  const [upload, setUpload] = useState<{ id: number; path: string }>()
  const uploaded = useUploadedPreview(upload?.path === path ? upload.id : undefined, view.uploaded)
  const visibleFiles = [list, all?.personal, all?.shared].flatMap((page) => page?.items ?? [])
  const refusal = answer?.form === 'edit' ? answer : undefined
  // The document is not in this list (opened by its address or from its own page): show the form alone.
  const isFormAlone = edited !== null && !visibleFiles.some(({ id }) => id === edited.id)
  const rows = { view, refusal }
  const hiddenOnPhone = isUploading && 'hidden lg:block'
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_40rem]">
      <div className={classes('space-y-3 sm:space-y-6', hiddenOnPhone)}>
        {uploaded && <UploadedPreview uploaded={uploaded} />}
        {!place && !search && !uploaded && <ThisMorning morning={morning} reminders={reminders} />}
        <PlacePicker {...view} />
      </div>
      <div className={classes('min-w-0 space-y-10', hiddenOnPhone)}>
        {notLoaded && <LoadFailureNotice />}
        {isFormAlone && (
          <Card>
            <EditForm file={edited} heading="h2" students={students} answer={refusal} />
          </Card>
        )}
        {all && !isFormAlone && <AllFiles {...rows} all={all} />}
        {list && place && <FilesOfPlace {...rows} list={list} place={place} />}
        {list && !place && <SearchResults {...rows} list={list} />}
      </div>
      <UploadPanel
        key={String(place?.whose)}
        owner={place?.whose}
        students={students}
        result={answer?.form === 'upload' ? answer.result : undefined}
        onDocument={(id) => setUpload({ id, path })}
        className={classes('lg:col-start-2 lg:row-span-2 lg:row-start-1', !isUploading && 'hidden lg:block')}
      />
    </div>
  )
}

interface FileRowsContext {
  view: TutorFilesView
  refusal?: FormResult
}

function FileRows({
  files,
  heading,
  isOwnerShown = false,
  view,
  refusal,
}: FileRowsContext & {
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
          hiddenBecause={view.reasons[file.id]}
          openedBefore={view.openedBefore[file.id]}
          isEdited={file.id === view.edited?.id}
          refusal={refusal}
        />
      ))}
    </FoldRows>
  )
}

function AllFiles({ all, ...rows }: FileRowsContext & { all: NonNullable<TutorFilesView['all']> }) {
  return (['personal', 'shared'] as const).map((list) => (
    <FilesSection key={list} list={list} found={all[list].found}>
      <FileRows {...rows} files={all[list].items} heading="h3" isOwnerShown={list === 'personal'} />
      <PageLinks
        pages={all[list].pages}
        name={pageParameters[list]}
        label={`Pages of ${FILES_TITLES[list]}`}
        heading={`${list}-files`}
      />
    </FilesSection>
  ))
}

function FilesOfPlace({
  list,
  place,
  ...rows
}: FileRowsContext & { list: NonNullable<TutorFilesView['list']>; place: { name: string; whose: unknown } }) {
  const isShared = place.whose === 'shared'
  const heading = isShared ? 'shared-files' : 'personal-files'
  return (
    <FilesSection list={isShared ? 'shared' : 'personal'} found={list.found}>
      {!isShared && <h3 className="mt-4">{place.name}</h3>}
      <FileRows {...rows} files={list.items} heading={isShared ? 'h3' : 'h4'} />
      <PageLinks pages={list.pages} name={pageParameters.one} label={`Pages of ${place.name}`} heading={heading} />
    </FilesSection>
  )
}

function SearchResults({ list, ...rows }: FileRowsContext & { list: NonNullable<TutorFilesView['list']> }) {
  const { search, matching } = rows.view
  const [parameters] = useSearchParams()
  return (
    <section aria-labelledby="found-files">
      <h2 id="found-files">Search</h2>
      {matching.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {matching.map(({ whose, name, files }) => (
            <li key={whose}>
              <ButtonLink to={getPlacePath(whose)} variant="secondary">
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
        name={pageParameters.one}
        label={`Pages of the search for ${parameters.get('search')}`}
        heading="found-files"
      />
    </section>
  )
}
