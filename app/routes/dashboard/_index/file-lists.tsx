import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import type { Page } from '~/domain/page.server'
import { lists } from '~/routes/parts/files/my-files'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/lists/empty-state'
import { PageLinks } from '~/ui/lists/page-links'
import { FileCard } from './file-card'

/** What stands in a list without documents. */
export const NOTHING = {
  personal: 'No personal files available yet.',
  shared: 'No shared files available yet. Tutors can upload files to share with all students.',
} as const

/** The section of 'My Personal Files', the files that are not shared; or of 'Shared Files', for all students. */
export function FilesSection({
  list,
  isEmpty,
  children,
}: {
  list: 'personal' | 'shared'
  isEmpty: boolean
  children: ReactNode
}) {
  const heading = `${list}-files`
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={heading}>{list === 'personal' ? 'My Personal Files' : 'Shared Files'}</h2>
        {list === 'shared' && <Badge>For All Students</Badge>}
      </div>
      {isEmpty && (
        <div className="mt-4">
          <EmptyState picture="empty-files" title={NOTHING[list]} />
        </div>
      )}
      {children}
    </section>
  )
}

function Cards({ files }: { files: FileRecord[] }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-4 space-y-4">
      {files.map((file) => (
        <FileCard key={file.id} file={file} />
      ))}
    </ul>
  )
}

/** A student's own files. */
export function PersonalFiles({ files }: { files: Page<FileRecord> }) {
  return (
    <FilesSection list="personal" isEmpty={files.found === 0}>
      <Cards files={files.items} />
      <PageLinks
        pages={files.pages}
        name={lists.personal}
        label="Pages of My Personal Files"
        heading="personal-files"
      />
    </FilesSection>
  )
}

/** The files for all students. */
export function SharedFiles({ files }: { files: Page<FileRecord> }) {
  return (
    <FilesSection list="shared" isEmpty={files.found === 0}>
      <Cards files={files.items} />
      <PageLinks pages={files.pages} name={lists.shared} label="Pages of Shared Files" heading="shared-files" />
    </FilesSection>
  )
}
