import type { MouseEvent } from 'react'
import { opensOnPage } from '~/domain/files/kinds'
import { ApiError, downloadFile } from '~/ui/browser/api-client'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { useToast } from '~/ui/dialogs/toast'
import { Icon } from '~/ui/icon'

/** A row's button, with the minimum target height. */
export const smallButtonClass = 'min-h-target px-1.5 py-1 text-small sm:px-3'

interface DownloadLinkProps {
  file: { url: string; title: string; fileName: string }
  noun: 'document' | 'timetable' | 'photo'
  isSmall?: boolean
}

/**
 * A plain link to an attachment; with scripts a click fetches it. A download attribute would save the log-in page once
 * the session has ended.
 */
export function DownloadLink({ file, noun, isSmall = false }: DownloadLinkProps) {
  const toast = useToast()
  async function save(event: MouseEvent<HTMLAnchorElement>) {
    const wantsAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (wantsAnotherTab || !('download' in HTMLAnchorElement.prototype)) return
    event.preventDefault()
    try {
      await downloadFile(file, () =>
        toast({ kind: 'success', title: 'Download started', text: `Downloading ${file.title}` }),
      )
    } catch (error) {
      // The session has ended: follow the plain link to the log-in and back.
      if (error instanceof ApiError && error.status === 401) return window.location.assign(file.url)
      const text = `Failed to download the ${noun}. Please try again.`
      toast({ kind: 'error', title: 'Download failed', text })
    }
  }
  return (
    <ButtonAnchor
      href={file.url}
      onClick={save}
      variant="secondary"
      className={isSmall ? smallButtonClass : 'flex-auto sm:flex-none'}
    >
      <Icon name="download" className={classes('h-5 w-5', isSmall && 'hidden sm:block')} />
      Download<span className="sr-only">{` ${file.title}`}</span>
    </ButtonAnchor>
  )
}

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
