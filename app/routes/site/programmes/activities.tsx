import type { ActivitiesWords, Activity } from '~/domain/website/activities.server'
import { paths } from '~/paths'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'

/** Full class names, so that Tailwind finds them. The tint is only decoration. */
const tints: Record<Activity['tint'], string> = {
  river: 'border-river bg-tide text-river',
  moss: 'border-moss bg-moss-tint text-moss',
  sun: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
  plum: 'border-plum bg-plum-tint text-plum',
  sky: 'border-sky bg-sky-tint text-sky',
  clay: 'border-clay bg-clay-tint text-clay',
  slate: 'border-slate bg-slate-tint text-slate',
}

const SIZES = '(min-width: 1264px) 19rem, (min-width: 640px) 50vw, 100vw'

/** An activity. If only other activities have photos, its symbol takes the photo's place. */
export function ActivityCard({ activity, withPhotos }: { activity: Activity; withPhotos: boolean }) {
  const { name, symbol, description, tint, weeks, photo } = activity
  const hasPhoto = photo.picture !== undefined
  return (
    <li className="flex flex-col overflow-hidden rounded border border-line bg-white shadow-card">
      {hasPhoto && (
        <WebsitePicture
          shown={photo}
          width={600}
          height={400}
          sizes={SIZES}
          className="aspect-[2/1] h-auto w-full sm:aspect-[3/2]"
        />
      )}
      {withPhotos && !hasPhoto && (
        <div className={`hidden aspect-[3/2] items-center justify-center sm:flex ${tints[tint]}`}>
          <ActivitySymbol name={symbol} className="h-1/2 w-1/2" />
        </div>
      )}
      <div className={`flex items-center gap-4 border-b-4 px-5 py-4 xl:min-h-[6rem] xl:gap-3 ${tints[tint]}`}>
        <ActivitySymbol
          name={symbol}
          className={classes('h-14 w-14 shrink-0 xl:h-12 xl:w-12', withPhotos && !hasPhoto && 'sm:hidden')}
        />
        <h3 className="min-w-0 leading-tight text-ink xl:text-body xl:leading-tight">{name}</h3>
      </div>
      <div className="flex grow flex-col justify-between gap-4 p-5">
        <p>{description}</p>
        <p className="flex items-center gap-2 text-small text-ink-soft">
          <Icon name="calendar" className="h-5 w-5 shrink-0" />
          {weeks ? `${weeks} ${weeks === 1 ? 'week' : 'weeks'}` : 'All year'}
        </p>
      </div>
    </li>
  )
}

/** Maximum symbols in the band: two rows on phones, one on wide pages. */
const MAX_SYMBOLS = 16

/** The intro, and a band of the activities' symbols, which the grid below explains. */
export function ActivitiesOpening({
  words: { heading, text },
  shown,
}: {
  words: ActivitiesWords['intro']
  shown: Activity[]
}) {
  return (
    <div className="border-b border-line bg-white">
      <Container className="grid gap-x-16 gap-y-4 pt-10 lg:pt-14 xl:grid-cols-[2fr_3fr]">
        <div>
          <EasyReadLink to={paths.easyRead.activities} />
          <h1>{heading}</h1>
        </div>
        <div className="text-lead">
          <RichText html={text} />
        </div>
      </Container>
      <Container className="pb-6 pt-8 lg:pb-8 lg:pt-10">
        <ul
          aria-hidden="true"
          className="picture not-plain no-print grid grid-cols-8 gap-1.5 sm:grid-cols-[repeat(16,minmax(0,1fr))] sm:gap-2 xl:gap-3"
        >
          {shown.slice(0, MAX_SYMBOLS).map(({ name, symbol, tint }) => (
            <li key={name} className={`aspect-square rounded-sm border-b-4 p-1 xl:p-2 ${tints[tint]}`}>
              <ActivitySymbol name={symbol} className="h-full w-full" />
            </li>
          ))}
        </ul>
      </Container>
    </div>
  )
}
