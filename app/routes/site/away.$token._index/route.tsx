import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { openLink } from '~/auth/secret-links.server'
import { cancelReportedAbsence, openFamilyLink, reportAbsence } from '~/domain/absences/absences.server'
import { type FamilyAbsence, familyAbsence } from '~/domain/absences/schema'
import { countFamilyItems } from '~/domain/at-home/family-view.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { parsePathId } from '~/domain/path-id'
import { listPublicClosedTimes } from '~/domain/week/open-days.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { paths } from '~/paths'
import { formatAbsenceDays } from '~/routes/parts/absences/days'
import { defineScreen } from '~/screen'
import { PhoneLink } from '~/ui/site/contact-links'
import { SingleCard } from '~/ui/site/single-card'
import { ABSENCE_THANKS_ID, Family, getAskPath } from './family'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Not coming',
  detail: ({ family }) => family?.firstName,
  cache: 'private',
  referrer: 'strict-origin',
  isTask: true,
})

const findFamily = ({ params, context }: LoaderFunctionArgs) =>
  openLink(context, 'family link', params.token, openFamilyLink)

type FamilyLink = NonNullable<Awaited<ReturnType<typeof openFamilyLink>>>

/**
 * Returns the thank-you message that the address names, so that it needs no cookie. It appears only for an existing absence,
 * or on the day of 'Coming after all'.
 */
function getThanks(
  { firstName, today, currentAbsences }: FamilyLink,
  { absence, coming }: Record<'absence' | 'coming', string | null>,
): string | undefined {
  const reported = currentAbsences.find(({ id }) => String(id) === absence)
  if (!reported) return coming === today ? `${firstName} is coming after all.` : undefined
  const isToday = reported.startDate === today && reported.endDate === today
  return isToday ? `${firstName} is not coming today.` : `${firstName} is not coming: ${formatAbsenceDays(reported)}.`
}

/** A family's private link. A GET changes nothing, since link scanners open the address too. */
export async function loader(args: LoaderFunctionArgs) {
  const family = await findFamily(args)
  if (!family) return data({ family }, { status: 404 })
  const { db } = args.context
  const { searchParams } = new URL(args.request.url)
  const token = args.params.token ?? ''
  const items = await countFamilyItems(db, token)
  const reported = { absence: searchParams.get('told'), coming: searchParams.get('coming') }
  const asked = family.currentAbsences.find(({ id, isOwn }) => !isOwn && String(id) === searchParams.get('ask'))
  return data({
    family: { ...family, asked, closed: await listPublicClosedTimes(db, family.today) },
    home: items === null ? undefined : { path: paths.awayHome.list(token), items },
    thanks: getThanks(family, reported),
  })
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { db, settings } = context
  const family = await findFamily(args)
  // The page then says that the link does not work.
  if (!family) return data(null, { status: 404 })
  const token = args.params.token ?? ''
  const form = await readSubmission(args)
  const redirectToThanks = (query: string) => redirect(`${paths.away(token)}?${query}#${ABSENCE_THANKS_ID}`, 303)
  const report = async (absence: FamilyAbsence) =>
    redirectToThanks(`told=${await reportAbsence(db, token, absence, settings.centre)}`)
  const cancel = async () => {
    const id = parsePathId(String(form.get('id')))
    const isOthers = family.currentAbsences.some((one) => one.id === id && !one.isOwn)
    if (isOthers && !form.has('sure')) return redirect(getAskPath(paths.away(token), id), 303)
    await cancelReportedAbsence(db, token, id, settings.centre)
    return redirectToThanks(`coming=${family.today}`)
  }
  const run = selectByIntent(form, {
    today: () => report({ startDate: formatIsoDay(getToday()), endDate: null, note: null }),
    another: () => handleSubmission(parseForm(form, familyAbsence), report),
    coming: cancel,
  })
  return run()
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function FamilyLinkPage() {
  const shown = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? undefined
  if (shown.family) {
    const { family, home, thanks } = shown
    return <Family {...family} home={home} thanks={answer ? undefined : thanks} answer={answer} />
  }
  return (
    <SingleCard heading="away">
      <h1 id="away">This link does not work</h1>
      <p className="mt-4 text-lead">It may be an old link, or part of it may be missing.</p>
      <p className="mt-4">
        Ring us to tell us who is not coming:
        <PhoneLink isInText />. We can give you a new link.
      </p>
    </SingleCard>
  )
}
