import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openLink } from '~/auth/secret-links.server'
import { HOME_DAYS } from '~/domain/at-home/at-home'
import { type FamilyItem, openFamilyView } from '~/domain/at-home/family-view.server'
import { type FileType, formatSize, isImage, kinds } from '~/domain/files/kinds'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { ButtonAnchor } from '~/ui/button'
import { formatDayWithWeekday } from '~/ui/dates'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { PhoneLink } from '~/ui/site/contact-links'
import { SingleCard } from '~/ui/site/single-card'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'What you can see',
  detail: ({ view }) => view?.firstName,
  cache: 'private',
  referrer: 'strict-origin',
  isTask: true,
})

/** What a student shows to the family with this link. */
export async function loader({ request, params: { token = '' }, context }: LoaderFunctionArgs) {
  const page = getPageNumber(new URL(request.url).searchParams)
  const view = await openLink(context, 'family link', token, (db, secret) => openFamilyView(db, secret, page))
  return data({ token, view }, { status: view ? 200 : 404 })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function FamilyView() {
  const { token, view } = useLoaderData<typeof loader>()
  if (!view)
    return (
      <SingleCard heading="home">
        <h1 id="home">There is nothing to see here</h1>
        <p className="mt-4">
          It may be an old link, or it does not show things from the centre. Ring us:
          <PhoneLink isInText />.
        </p>
      </SingleCard>
    )
  const { firstName, items } = view
  return (
    <SingleCard heading="home">
      <BackLink to={paths.away(token)}>Back</BackLink>
      <h1 id="home" className="long-words">
        What {firstName} shows you
      </h1>
      <p className="mt-2">
        {items.found > 0
          ? `You can see each thing for ${HOME_DAYS} days.`
          : `${firstName} shows you nothing at the moment.`}{' '}
        {firstName} chooses. Please do not share it with others.
      </p>
      <ul className="mt-4 space-y-3">
        {items.items.map((item) => (
          <Item key={item.id} item={item} firstName={firstName} url={paths.awayHome.one(token, item.id)} />
        ))}
      </ul>
      <PageLinks pages={items.pages} />
    </SingleCard>
  )
}

function Item({ item: { day, sessions, file }, firstName, url }: { item: FamilyItem; firstName: string; url: string }) {
  const title = formatDayWithWeekday(day)
  return (
    <li className="long-words rounded border-2 border-line p-4">
      <h2 className="text-h3">{title}</h2>
      {sessions && (
        <ul className="mt-2 divide-y divide-line">
          {sessions.map(({ from, to, activity }) => (
            <li key={`${from} ${activity}`} className="py-2">
              <strong>
                {from.replace(/^0/, '')} to {to.replace(/^0/, '')}
              </strong>{' '}
              {activity}
            </li>
          ))}
        </ul>
      )}
      {file && isImage(file.fileType) && (
        <img
          src={`${url}?width=960`}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          alt={`What ${firstName} shows you from ${title}`}
          loading="lazy"
          className="mt-2 h-auto max-h-image max-w-full rounded-sm object-contain"
        />
      )}
      {file && !isImage(file.fileType) && (
        <ButtonAnchor href={url} variant="secondary" className="mt-2">
          <span>
            Download the {kinds[file.fileType as FileType].name} file ({formatSize(file.size)})
            <span className="sr-only"> from {title}</span>
          </span>
        </ButtonAnchor>
      )}
    </li>
  )
}
