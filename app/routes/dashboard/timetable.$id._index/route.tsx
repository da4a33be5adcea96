import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { userOf } from '~/auth/identity.server'
import { asOpened } from '~/domain/files/kinds'
import { isShownOnPage } from '~/domain/files/pdf.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { viewTimetable } from '~/domain/timetables/timetables.server'
import { FilePage } from '~/routes/parts/files/file-page'
import { pageTitle } from '~/ui/browser/page-title'
import { useCentre } from '~/ui/browser/root-data'

/** A timetable that is a picture or a PDF; any other can only be downloaded. */
export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const { db, uploads } = args.context
  const timetable = orNotFound(asOpened(await viewTimetable(db, user, pathId(args.params.id))))
  return { isTutor: user.role === 'tutor', timetable, isShown: await isShownOnPage(db, uploads, user, timetable) }
}

export const meta = pageTitle<typeof loader>('Timetable', { of: ({ timetable }) => timetable.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function OpenedTimetable() {
  const { isTutor, timetable, isShown } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <FilePage
      file={timetable}
      isShown={isShown}
      noun="timetable"
      backTo={`/dashboard/timetable#timetable-${timetable.id}`}
      back={`Back to ${shortName} Timetable`}
      editAt={isTutor ? `/dashboard/timetable/${timetable.id}/edit` : undefined}
    />
  )
}
