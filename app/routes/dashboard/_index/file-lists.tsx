import type { FileRecord } from '~/domain/files/files.server'
import type { FormAnswer } from '~/http/form.server'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { FileCard } from './file-card'

interface FileListProps {
  files: FileRecord[]
  isTutor: boolean
  /** The id of the document being edited, or 0. */
  editing: number
  refusal?: FormAnswer
}

function FileList({ files, isTutor, editing, refusal, under }: FileListProps & { under: 'h2' | 'h3' }) {
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

/** Personal files by student, by name; those for tutors only come last. */
function byStudent(files: FileRecord[]): [name: string, files: FileRecord[]][] {
  const groups = new Map<number | null, FileRecord[]>()
  for (const file of files) groups.set(file.studentId, [...(groups.get(file.studentId) ?? []), file])
  const named = [...groups].map(([, group]): [string, FileRecord[]] => [group[0]?.studentName ?? '', group])
  return named.sort(([a], [b]) => Number(!a) - Number(!b) || a.localeCompare(b))
}

/** 'My Personal Files': the files that are not shared, for a tutor grouped by student. */
export function PersonalFiles(props: FileListProps) {
  const { files, isTutor } = props
  return (
    <section aria-labelledby="personal-files">
      <h2 id="personal-files">My Personal Files</h2>
      {files.length === 0 ? (
        <div className="mt-4">
          <EmptyState picture="empty-files" title="No personal files available yet." />
        </div>
      ) : isTutor ? (
        <div className="mt-6 space-y-10">
          {byStudent(files).map(([name, group]) => (
            <section key={name} aria-label={name || 'Tutors only'}>
              <h3>{name || 'Tutors only'}</h3>
              <FileList {...props} files={group} under="h3" />
            </section>
          ))}
        </div>
      ) : (
        <FileList {...props} under="h2" />
      )}
    </section>
  )
}

/** 'Shared Files', for all students. */
export function SharedFiles(props: FileListProps) {
  return (
    <section aria-labelledby="shared-files">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="shared-files">Shared Files</h2>
        <Badge>For All Students</Badge>
      </div>
      {props.files.length === 0 ? (
        <div className="mt-4">
          <EmptyState
            picture="empty-files"
            title="No shared files available yet. Tutors can upload files to share with all students."
          />
        </div>
      ) : (
        <FileList {...props} under="h2" />
      )}
    </section>
  )
}
