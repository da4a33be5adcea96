import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  type FamilyLink,
  listFamilyLinks,
  makeFamilyLink,
  removeFamilyLink,
} from '~/domain/absences/family-links.server'
import { type NewFamilyLink, newFamilyLink } from '~/domain/absences/schema'
import { requireStudent } from '~/domain/accounts/people.server'
import { HOME_DAYS, type HomeItem } from '~/domain/at-home/at-home'
import { isHomeOn, paginateHomeItems, switchHome, takeBackFromHome } from '~/domain/at-home/at-home.server'
import type { Page } from '~/domain/page.server'
import { parsePathId } from '~/domain/path-id'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { createIntentAction, createPageLoader, type TutorRequest } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { HomeItems } from '~/routes/parts/home/show-at-home'
import { PrintedSheet } from '~/routes/parts/qr/printed-sheet'
import { createQrCode } from '~/routes/parts/qr/qr-code.server'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { formatDateTime, formatDay } from '~/ui/dates'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { getPageNumber } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { OneTimeView } from '~/ui/portal/one-time-view'
import type { QrCode } from '~/ui/qr-picture'
import { SectionCard } from '~/ui/section-card'

interface LinkToPrint {
  firstName: string
  label: string
  address: string
  qr: QrCode
}

function PrintedLink({ link: { firstName, label, address, qr }, donePath }: { link: LinkToPrint; donePath: string }) {
  const { phone } = useCentre()
  return (
    <>
      <OneTimeView
        title="The link is ready"
        words="You can see it only once. Print it now, or copy the address below into a message to the family."
        donePath={donePath}
      />
      <p className="no-print mt-4 max-w-measure">
        <code className="break-words">{address}</code>
      </p>
      <PrintedSheet
        label={`Link of ${firstName}’s family: ${label}`}
        purpose="family link"
        name={firstName}
        qr={qr}
        opens="the family’s page"
        steps={['Open the camera of your phone.', 'Hold it over this code.', 'Press Not coming today.']}
      >
        For: {label}. Please keep it at home. Lost it? Ring <span className="inline-block">{phone}</span>. We will stop
        this link and give you a new one.
      </PrintedSheet>
    </>
  )
}

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Family links',
  detail: ({ name }) => name,
})

export const loader = createPageLoader(async ({ db, id, request, tutor }) => {
  const { firstName, name } = await requireStudent(db, tutor, id)
  const page = getPageNumber(new URL(request.url).searchParams)
  const home = { isOn: await isHomeOn(db, tutor, id), items: await paginateHomeItems(db, tutor, id, page) }
  return { id, firstName, name, links: await listFamilyLinks(db, tutor, id), home }
})

type LinkFormResult = FormResult & { printed?: Parameters<typeof PrintedLink>[0]['link'] }

type PressFamilyButton = (tutorRequest: TutorRequest, firstName: string, form: FormData) => Promise<unknown>

/** The action of a button for the student in the path, whose account must be open. */
const createFamilyAction = (press: PressFamilyButton) => async (tutorRequest: TutorRequest, form: FormData) => {
  const { db, tutor, id } = tutorRequest
  const { firstName } = await requireStudent(db, tutor, id)
  return press(tutorRequest, firstName, form)
}

const logLink = (
  event: 'family link made' | 'family link taken back',
  { network, securityLog, tutor, id }: TutorRequest,
) => securityLog.record(event, { network, userId: tutor.id, recordId: id })

const redirectToLinks = ({ context, id }: TutorRequest, title: string, text: string) =>
  redirectWithMessage(context, paths.dashboard.profile.people.family(id), { kind: 'success', title, text })

export const action = createIntentAction({
  link: createFamilyAction(async (tutorRequest, firstName, form) => {
    const { db, request, settings, tutor, id } = tutorRequest
    const submission = parseForm(form, newFamilyLink)
    return handleSubmission(submission, async (link) => {
      const address = `${getOrigin(request, settings)}${paths.away(await makeFamilyLink(db, tutor, id, link))}`
      logLink('family link made', tutorRequest)
      const printed = { firstName, label: link.label, address, qr: createQrCode(address) }
      return data<LinkFormResult>({ result: submission.reply(), printed })
    })
  }),
  'take-back': createFamilyAction(async (tutorRequest, _firstName, form) => {
    const { db, tutor, id } = tutorRequest
    await removeFamilyLink(db, tutor, id, parsePathId(String(form.get('id'))))
    logLink('family link taken back', tutorRequest)
    return redirectToLinks(tutorRequest, 'Link removed', 'It no longer works. The other links still do.')
  }),
  'home-on': createFamilyAction(async (tutorRequest, firstName) => {
    await switchHome(tutorRequest.db, tutorRequest.tutor, tutorRequest.id, true)
    return redirectToLinks(tutorRequest, 'Turned on', `${firstName} can now choose what the family sees.`)
  }),
  'home-off': createFamilyAction(async (tutorRequest) => {
    await switchHome(tutorRequest.db, tutorRequest.tutor, tutorRequest.id, false)
    return redirectToLinks(tutorRequest, 'Turned off', 'The family’s links show nothing from the centre any more.')
  }),
  'take-back-item': createFamilyAction(async (tutorRequest, _firstName, form) => {
    const { db, tutor, id } = tutorRequest
    await takeBackFromHome(db, tutor, id, parsePathId(String(form.get('item'))))
    return redirectToLinks(tutorRequest, 'Taken back', 'The family does not see it any more.')
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function FamilyLinks() {
  const { id, firstName, name, links, home } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as LinkFormResult | undefined
  if (answer?.printed) return <PrintedLink link={answer.printed} donePath={paths.dashboard.profile.people.family(id)} />
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(id)}>Back to {name}</BackLink>
      <h2 className="long-words">Family links for {firstName}</h2>
      <p className="prose mt-2">
        With a private link, the family can tell us when {firstName} is not coming. They don’t need an account. The link
        shows only the first name, the days when {firstName} is not coming, and what {firstName} shows at home.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <NewLinkForm answer={answer} />
        {links.length > 0 && (
          <SectionCard id="links" title="Active links">
            <ul className="mt-2 divide-y divide-line">
              {links.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
          </SectionCard>
        )}
        <HomeCard id={id} firstName={firstName} {...home} />
      </div>
    </>
  )
}

interface HomeCardProps {
  id: number
  firstName: string
  isOn: boolean
  items: Page<HomeItem>
}

function HomeCard({ id, firstName, isOn, items }: HomeCardProps) {
  return (
    <SectionCard id="home" title="What home sees">
      <p className="mt-2">
        {isOn
          ? `${firstName} chooses photos, files and days, on their pages. The links show each for ${HOME_DAYS} days, without names. Photos need a yes to ‘At home’ from everyone in them.`
          : `This is off. If you turn it on, ${firstName} can choose what the family’s links show.`}
      </p>
      <PostForm
        intent={isOn ? 'home-off' : 'home-on'}
        failure="Failed to change what home sees"
        isTyped={false}
        className="mt-4"
      >
        <SubmitButton
          variant={isOn ? 'danger' : 'secondary'}
          submitLabel={isOn ? 'Turn off' : 'Turn on'}
          pendingLabel="Saving..."
          about="what home sees"
        />
      </PostForm>
      <HomeItems
        items={items}
        intent="take-back-item"
        action={paths.dashboard.profile.people.family(id)}
        hidden="Hidden now. Please check who is in the picture, and their yes to ‘At home’."
      />
    </SectionCard>
  )
}

function LinkRow({ link: { id, label, createdAt, lastUsedAt } }: { link: FamilyLink }) {
  return (
    <li className="py-4">
      <p className="font-bold">{label}</p>
      <p className="text-small">
        Made on {formatDay(createdAt)}. {lastUsedAt ? `Last used: ${formatDateTime(lastUsedAt)}.` : 'Not used yet.'}
      </p>
      <PostForm intent="take-back" failure="Failed to remove the link" isTyped={false} className="mt-2">
        <input type="hidden" name="id" value={id} />
        <SubmitButton
          variant="danger"
          submitLabel="Remove"
          pendingLabel="Removing..."
          about={`the link for ${label}`}
        />
      </PostForm>
    </li>
  )
}

function NewLinkForm({ answer }: { answer?: LinkFormResult }) {
  const [form, { label }] = useSiteForm<NewFamilyLink>({
    id: 'new-link',
    intent: 'link',
    result: answer?.form === 'link' ? answer.result : undefined,
  })
  return (
    <SectionCard id="new" title="Make a link">
      <ValidatedForm
        form={form}
        intent="link"
        failure="Failed to make a link"
        hasIdempotencyKey={false}
        className="mt-4 space-y-6"
      >
        <TextField
          field={label}
          required
          label="Who is the link for?"
          hint="For example: Mother. Give each person their own link, so that you can remove one and keep the others."
          autoComplete="off"
        />
        <SubmitButton submitLabel="Make the link" pendingLabel="Making..." />
      </ValidatedForm>
    </SectionCard>
  )
}
