import { isImage } from '~/domain/files/kinds'
import type { Timetable } from '~/domain/timetables/timetables.server'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { formatDay, formatPeriod } from '~/ui/dates'
import { Icon, type IconName } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { DownloadLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'
import { OpenLink } from '~/ui/portal/open-link'

const facts: { symbol: IconName; title: string; text: string }[] = [
  { symbol: 'person', title: 'Personal schedule', text: 'It shows what you do on each day of your week.' },
  {
    symbol: 'download',
    title: 'Download and print',
    text: 'Press Download. Then you can print it and take it with you.',
  },
  {
    symbol: 'calendar',
    title: 'Weekly updates',
    text: 'When your tutor changes it, you see that here. Come back every week to see what is new.',
  },
]

export function AboutTimetableCard({ className }: { className?: string }) {
  return (
    <Card as="section" isSnug aria-labelledby="about-timetable" className={className}>
      <h2 id="about-timetable" className="text-h3">
        About Your Timetable
      </h2>
      <ul className="mt-4 space-y-4">
        {facts.map(({ symbol, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon name={symbol} className="mt-1 h-6 w-6 shrink-0 text-river" />
            <div>
              <p className="font-bold">{title}</p>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One timetable as a student sees it, with its picture when it is an image. */
export function TimetableCard({ timetable }: { timetable: Timetable }) {
  const { id, title, description, startDate, endDate, createdAt, studentName } = timetable
  return (
    <Card as="li" isSnug id={`timetable-${id}`} className="space-y-4 print:break-inside-avoid">
      <div className="flex gap-4">
        <span className="picture no-print hidden h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-tide text-river sm:flex">
          <Icon name="timetable" className="h-7 w-7" />
        </span>
        <div className="min-w-0">
          <h3 className="break-words">{title}</h3>
          {(startDate || endDate) && <p className="font-bold">{formatPeriod(startDate, endDate)}</p>}
          {description && (
            <p className="mt-1 break-words">
              <Lines text={description} />
            </p>
          )}
          <p className="mt-1 text-small text-ink-soft">
            Created <time dateTime={createdAt}>{formatDay(createdAt)}</time>
          </p>
          {!studentName && (
            <p className="mt-3">
              <Badge tone="moss">For All Students</Badge>
            </p>
          )}
        </div>
      </div>
      {isImage(timetable.fileType) && <FileImage file={timetable} to={paths.dashboard.timetable.one(id)} isEager />}
      <div className="no-print flex flex-wrap gap-3">
        <OpenLink file={timetable} to={paths.dashboard.timetable.one(id)} />
        <DownloadLink file={timetable} noun="timetable" />
      </div>
    </Card>
  )
}
