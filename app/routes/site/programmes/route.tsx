import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ActivitiesWords, Activity } from '~/domain/website/activities.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage, loadVisitWords } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { ActivitySymbol, activityTints } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'
import { VisitInvitation } from '~/ui/site/visit-invitation'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Activities',
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadSitePage(args, 'activities')), visit: await loadVisitWords(args) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function Programmes() {
  const { words, visit } = useLoaderData<typeof loader>()
  const { intro, grid } = words
  const visibleActivities = grid.items.filter(({ isHidden }) => !isHidden)
  const hasPhotos = visibleActivities.some(({ photo }) => photo.picture)
  return (
    <>
      <ExampleMark of={['intro']} />
      <ActivitiesOpening words={intro} />
      <ExampleMark of={['grid']} />
      <Section id="week" heading={grid.heading}>
        <ul className="grid gap-3 md:grid-cols-2 lg:gap-6">
          {visibleActivities.map((activity) => (
            <ActivityCard key={activity.name} activity={activity} hasPhotos={hasPhotos} />
          ))}
        </ul>
      </Section>
      <VisitInvitation words={visit} />
    </>
  )
}

interface ActivityProps {
  activity: Activity
  /** Whether any activity has a photo. Pictures are then above the text from `sm` on. */
  hasPhotos: boolean
}

function ActivityPicture({ activity: { symbol, photo }, hasPhotos }: ActivityProps) {
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
        'picture flex h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-white',
        hasPhotos && 'sm:aspect-[3/2] sm:h-auto sm:w-full',
      )}
    >
      <ActivitySymbol name={symbol} className="h-10 w-10" />
    </span>
  )
}

export function describeLength({ weeks }: Pick<Activity, 'weeks'>): string {
  return weeks ? `${weeks} ${weeks === 1 ? 'week' : 'weeks'}` : 'All year'
}

function ActivityCard({ activity, hasPhotos }: ActivityProps) {
  const { name, description, tint } = activity
  return (
    <li
      className={classes(
        'flex gap-3 rounded border-b-4 p-3 lg:gap-4 lg:p-6',
        activityTints[tint],
        hasPhotos && 'sm:flex-col',
      )}
    >
      <ActivityPicture activity={activity} hasPhotos={hasPhotos} />
      <div className="grow text-ink">
        <h3 className="leading-tight">{name}</h3>
        <p className="text-small font-bold">{describeLength(activity)}</p>
        <p className="mt-1 leading-normal">{description}</p>
      </div>
    </li>
  )
}

function ActivitiesOpening({ words: { heading, text, picture } }: { words: ActivitiesWords['intro'] }) {
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
