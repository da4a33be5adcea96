import { useSearchParams } from '@remix-run/react'
import type { FileRecord } from '~/domain/files/files.server'
import { myFiles } from '~/routes/parts/files/my-files'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'

/** What a tutor can do with a document. */
export function TutorLinks({ file }: { file: FileRecord }) {
  const [parameters] = useSearchParams()
  return (
    <>
      <ButtonLink
        id={`edit-${file.id}`}
        to={`${myFiles(parameters, file.id)}#file-${file.id}`}
        preventScrollReset
        look="secondary"
        className="flex-auto sm:flex-none"
      >
        <Icon name="edit" className="h-5 w-5" />
        Edit<span className="sr-only"> {file.title}</span>
      </ButtonLink>
      <ButtonLink
        to={myFiles(parameters).replace('/dashboard', `/dashboard/files/${file.id}/delete`)}
        look="danger"
        className="flex-auto sm:flex-none"
      >
        <Icon name="delete" className="h-5 w-5" />
        Delete<span className="sr-only"> {file.title}</span>
      </ButtonLink>
    </>
  )
}
