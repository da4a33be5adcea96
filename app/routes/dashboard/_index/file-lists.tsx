import type { FileRecord } from '~/domain/files/files.server'
import type { Page } from '~/domain/page.server'
import type { FormAnswer } from '~/http/form.server'
import { lists } from '~/routes/parts/files/my-files'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { PageLinks } from '~/ui/page-links'
import { FileCard } from './file-card'

interface FileListProps {
  files: Page<FileRecord>
  isTutor: boolean
  /** The id of the document being edited, or 0. */
  editing: number
  refusal?: FormAnswer
}

type CardsProps = Omit<FileListProps, 'files'> & { files: FileRecord[]; under: 'h2' | 'h3' }

function FileCards({ files, isTutor, editing, refusal, under }: CardsProps) {
  return (
    <ul className="mt-4 space-y-4">
      {files.map((file) => (
        <FileCard
          key={file.id}
          file={file}
          heading={under === 'h2' ? 'h3' : 'h4'}
          isTutor={isTutor}
          editing={file.id === editing}
          refusal={refusal}
        />
      ))}
    </ul>
  )
}

/** Files grouped by student, in their order. */
function byStudent(files: FileRecord[]): [studentId: number | null, files: FileRecord[]][] {
  const groups = new Map<number | null, FileRecord[]>()
  for (const file of files) groups.set(file.studentId, [...(groups.get(file.studentId) ?? []), file])
  return [...groups]
}

/** 'My Personal Files': the files that are not shared, for a tutor grouped by student. */
export function PersonalFiles(props: FileListProps) {
  const { files, isTutor } = props
  return (
    <section aria-labelledby="personal-files">
      <h2 id="personal-files">My Personal Files</h2>
      {files.found === 0 ? (
        <div className="mt-4">
          <EmptyState picture="empty-files" title="No personal files available yet." />
        </div>
      ) : isTutor ? (
        <div className="mt-6 space-y-10">
          {byStudent(files.items).map(([studentId, group]) => (
            <StudentFiles key={studentId} {...props} files={group} />
          ))}
        </div>
      ) : (
        <FileCards {...props} files={files.items} under="h2" />
      )}
      <PageLinks
        pages={files.pages}
        name={lists.personal}
        label="Pages of My Personal Files"
        heading="personal-files"
      />
    </section>
  )
}

function StudentFiles(props: Omit<CardsProps, 'under'>) {
  const name = props.files[0]?.studentName ?? 'Tutors only'
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <FileCards {...props} under="h3" />
    </section>
  )
}

/** 'Shared Files', for all students. */
export function SharedFiles(props: FileListProps) {
  const { files } = props
  return (
    <section aria-labelledby="shared-files">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="shared-files">Shared Files</h2>
        <Badge>For All Students</Badge>
      </div>
      {files.found === 0 ? (
        <div className="mt-4">
          <EmptyState
            picture="empty-files"
            title="No shared files available yet. Tutors can upload files to share with all students."
          />
        </div>
      ) : (
        <FileCards {...props} files={files.items} under="h2" />
      )}
      <PageLinks pages={files.pages} name={lists.shared} label="Pages of Shared Files" heading="shared-files" />
    </section>
  )
}
