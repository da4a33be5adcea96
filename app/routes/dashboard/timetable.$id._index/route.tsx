import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { userOf } from '~/auth/identity.server'
import { asPicture } from '~/domain/files/kinds'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { viewTimetable } from '~/domain/timetables/timetables.server'
import { PicturePage } from '~/routes/parts/files/picture-page'
import { pageTitle } from '~/ui/browser/page-title'
import { useCentre } from '~/ui/browser/root-data'

/** A timetable that is a picture; any other opens as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const timetable = orNotFound(asPicture(await viewTimetable(args.context.db, user, pathId(args.params.id))))
  return { isTutor: user.role === 'tutor', timetable }
}

export const meta = pageTitle<typeof loader>('Timetable', { of: ({ timetable }) => timetable.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function TimetablePicture() {
  const { isTutor, timetable } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <PicturePage
      picture={timetable}
      noun="timetable"
      backTo={`/dashboard/timetable#timetable-${timetable.id}`}
      back={`Back to ${shortName} Timetable`}
      editAt={isTutor ? `/dashboard/timetable/${timetable.id}/edit` : undefined}
    />
  )
}
