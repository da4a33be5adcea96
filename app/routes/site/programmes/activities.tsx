import type { ActivitiesWords, Activity } from '~/domain/website/activities.server'
import { paths } from '~/paths'
import { ActivitySymbol, activityTints } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'

interface ActivityProps {
  activity: Activity
  /** Whether any activity has a photo. Pictures are then above the text from `sm` on. */
  hasPhotos: boolean
}

/** An activity's photo, otherwise its symbol on its colour. */
function ActivityPicture({ activity: { symbol, tint, photo }, hasPhotos }: ActivityProps) {
  if (photo.picture !== undefined)
    return (
      <WebsitePicture
        picture={photo}
        width={600}
        height={400}
        sizes="(min-width: 640px) 36rem, 6rem"
        className="h-20 w-20 shrink-0 rounded-sm sm:aspect-[3/2] sm:h-auto sm:w-full"
      />
    )
  return (
    <span
      className={classes(
        'picture flex h-12 w-12 shrink-0 items-center justify-center rounded-sm lg:h-16 lg:w-16',
        activityTints[tint],
        hasPhotos && 'sm:aspect-[3/2] sm:h-auto sm:w-full',
      )}
    >
      <ActivitySymbol name={symbol} className="h-10 w-10 lg:h-12 lg:w-12" />
    </span>
  )
}

/** An activity as a row. On phones it is a third as high as a card. */
function ActivityRow({ activity, hasPhotos }: ActivityProps) {
  const { name, description } = activity
  return (
    <li className={classes('flex gap-3 border-t border-line py-3 lg:gap-4 lg:py-5', hasPhotos && 'sm:flex-col')}>
      <ActivityPicture activity={activity} hasPhotos={hasPhotos} />
      <div className="grow">
        <h4 className="leading-tight">{name}</h4>
        <p className="mt-1 leading-normal">{description}</p>
      </div>
    </li>
  )
}

/** An activity as a card in its colour. */
function ActivityCard({ activity, hasPhotos }: ActivityProps) {
  const { name, description, symbol, tint } = activity
  return (
    <li className={`grow basis-80 rounded border-b-4 p-4 lg:p-6 ${activityTints[tint]}`}>
      {hasPhotos && <ActivityPicture activity={activity} hasPhotos />}
      <h4 className="flex items-center gap-3 text-lead leading-tight text-ink">
        {!hasPhotos && <ActivitySymbol name={symbol} className={`h-10 w-10 shrink-0 ${activityTints[tint]}`} />}
        {name}
      </h4>
      <p className="mt-2 leading-normal text-ink">{description}</p>
    </li>
  )
}

/** Activities that run all year, then courses by their length. */
export function groupByLength(activities: Activity[]): { heading: string; activities: Activity[] }[] {
  const lengths = [...new Set(activities.map(({ weeks }) => weeks ?? 0))].sort((one, other) => one - other)
  return lengths.map((length) => ({
    heading: length === 0 ? 'All year' : `Courses of ${length} ${length === 1 ? 'week' : 'weeks'}`,
    activities: activities.filter(({ weeks }) => (weeks ?? 0) === length),
  }))
}

/** A group of activities: cards if they run all year, otherwise rows. */
export function ActivityGroup({
  heading,
  activities,
  hasPhotos,
}: {
  heading: string
  activities: Activity[]
  hasPhotos: boolean
}) {
  const isAllYear = activities.every(({ weeks }) => !weeks)
  const Item = isAllYear ? ActivityCard : ActivityRow
  return (
    <>
      <h3 className="mb-3 mt-6 lg:mt-10">{heading}</h3>
      <ul className={isAllYear ? 'flex flex-wrap gap-3 lg:gap-6' : 'grid gap-x-8 md:grid-cols-2 xl:grid-cols-3'}>
        {activities.map((activity) => (
          <Item key={activity.name} activity={activity} hasPhotos={hasPhotos} />
        ))}
      </ul>
    </>
  )
}

/** The intro, next to a picture on wide pages. */
export function ActivitiesOpening({ words: { heading, text, picture } }: { words: ActivitiesWords['intro'] }) {
  return (
    <div className="bg-tide">
      <Container className="grid items-center gap-x-16 py-6 lg:grid-cols-2 lg:py-14">
        <div>
          <EasyReadLink to={paths.easyRead.activities} />
          <h1>{heading}</h1>
          <div className="mt-3 sm:text-lead lg:mt-4">
            <RichText html={text} />
          </div>
        </div>
        <WebsitePicture
          picture={picture}
          width={800}
          height={600}
          className="hidden aspect-[4/3] h-auto w-full rounded lg:block"
        />
      </Container>
    </div>
  )
}
