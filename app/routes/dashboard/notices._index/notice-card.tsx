import type { MouseEvent } from 'react'
import { QQI_NOTICE } from '~/routes/parts/notices/words'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/site/picture'

interface NoticeCardProps {
  photos: number
  /** Whether the reader can add photos. */
  isTutor: boolean
  onOpen: () => void
}

/** The one fixed notice. Its link leads to the gallery's page; where scripts run, the whole card opens the dialog instead. */
export function NoticeCard({ photos, isTutor, onOpen }: NoticeCardProps) {
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Card
      as="article"
      aria-labelledby="qqi-notice"
      className="relative mt-4 grid max-w-4xl gap-6 hover:border-river sm:grid-cols-2"
    >
      <Picture name="celebration" width={1200} height={600} className="h-auto w-full self-center rounded-sm" />
      <div>
        <h3 id="qqi-notice">{QQI_NOTICE}</h3>
        <p className="mt-2">See the photos from the day our students got their QQI certificates.</p>
        <p className="mt-2 font-bold">
          {photos === 0 ? 'No photos yet' : photos === 1 ? '1 photo' : `${photos} photos`}
        </p>
        <ButtonLink
          to="/dashboard/notices/qqi"
          onClick={open}
          className="no-print mt-4 after:absolute after:inset-0 after:rounded"
        >
          <Icon name={photos > 0 || isTutor ? 'image' : 'notices'} className="h-6 w-6" />
          {photos > 0 ? 'See the photos' : isTutor ? 'Add photos' : 'Open the notice'}
          <span className="sr-only"> of the {QQI_NOTICE}</span>
        </ButtonLink>
      </div>
    </Card>
  )
}
