import type { MouseEvent } from 'react'
import { ButtonAnchor } from './button'
import { Icon } from './icon'
import { useToast } from './toast'

/**
 * A plain link to a file, which answers that it is to be kept. (With a download attribute, a browser would keep the log-in page
 * as the file once the session has ended.) Where scripts run, it first asks whether the file can be had, and says what happens
 * (spec section 8).
 */
export function DownloadLink({ file, noun }: { file: { url: string; title: string }; noun: 'document' | 'timetable' }) {
  const toast = useToast()
  async function download(event: MouseEvent<HTMLAnchorElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const answer = await fetch(file.url, { method: 'HEAD' }).catch(() => null)
    // The session has ended: to the log-in, where the answer came from.
    if (answer?.redirected) return window.location.assign(answer.url)
    if (!answer?.ok)
      return toast({
        kind: 'error',
        title: 'Download failed',
        text: `Failed to download the ${noun}. Please try again.`,
      })
    window.location.assign(file.url)
    toast({ kind: 'success', title: 'Download started', text: `Downloading ${file.title}` })
  }
  return (
    <ButtonAnchor href={file.url} onClick={download} look="secondary" className="w-full sm:w-auto">
      <Icon name="download" className="h-5 w-5" />
      Download<span className="sr-only"> {file.title}</span>
    </ButtonAnchor>
  )
}
