import { opensOnPage } from '~/domain/files/kinds'
import { ButtonLink } from '~/ui/button'
import { smallButtonClass } from './download-link'

/** Opens a file on its page; renders nothing for files that can only be downloaded. */
export function OpenLink({
  file,
  to,
  isSmall = false,
}: {
  file: { fileType: string; title: string }
  to: string
  isSmall?: boolean
}) {
  if (!opensOnPage(file.fileType)) return null
  return (
    <ButtonLink to={to} className={isSmall ? smallButtonClass : 'flex-auto sm:flex-none'}>
      Open<span className="sr-only">{` ${file.title}`}</span>
    </ButtonLink>
  )
}
