import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findSendingState } from '~/domain/deliveries/sending.server'
import { formatDublinTime } from '~/domain/events/days'
import { listUnnamed } from '~/domain/newsletters/attachments.server'
import { findNewsletter, getPictureNumbers } from '~/domain/newsletters/newsletters.server'
import { newSending } from '~/domain/newsletters/schema'
import { countReaders, scheduleNewsletter, sendNewsletter } from '~/domain/newsletters/send.server'
import { findMissingPictures } from '~/domain/newsletters/text.server'
import { findUndeliverable } from '~/domain/subscribers/subscribers.server'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import {
  formatPeopleCount,
  formatSeconds,
  getWaitingReason,
  MailNotice,
  MissingPictures,
} from '~/routes/parts/newsletters/mail-notice'
import { redirectIfSent } from '~/routes/parts/newsletters/refuse-if-sent.server'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { formatDay, formatTime } from '~/ui/dates'
import { useFailureToast } from '~/ui/dialogs/toast'
import { DateField } from '~/ui/forms/date-field'
import { ChoiceField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsLink } from '~/ui/forms/picture-students'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Send Newsletter',
  detail: ({ newsletter }) => newsletter.title,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNewsletter(db, tutor, id),
  async (newsletter, { db, tutor, settings, mailStatus }) => {
    const { id, title, status, attachments, leavesAt, leavesTo } = newsletter
    if (status === 'sent') throw redirect(paths.dashboard.newsletter.one(id))
    const [day, time] = leavesAt ? formatDublinTime(new Date(leavesAt)).split(' ') : []
    return {
      newsletter: { id, title, attached: attachments.length, leaving: leavesTo && { audience: leavesTo, day, time } },
      missing: findMissingPictures(newsletter, getPictureNumbers(newsletter)),
      unnamed: await listUnnamed(db, tutor, id),
      readers: await countReaders(db, tutor),
      undeliverable: (await findUndeliverable(db, tutor)).number,
      holdSeconds: settings.newsletter.holdSeconds,
      mail: await findSendingState({ db, settings, mailStatus }),
    }
  },
)

export const action = createFormAction(
  newSending,
  async ({ audience, leavesAt }, { db, settings, mailStatus, tutor, id }) => {
    const saveResult = { to: paths.dashboard.newsletter.one(id), title: 'Newsletter status updated' }
    if (leavesAt) {
      await scheduleNewsletter(db, tutor, id, { audience, leavesAt })
      const sendTime = `${formatDay(leavesAt)} at ${formatTime(leavesAt)}`
      const condition = settings.mailRoute === 'none' ? ', if email is set up by then' : ''
      return { ...saveResult, text: `The newsletter will go out on ${sendTime}${condition}.` }
    }
    await sendNewsletter(db, tutor, id, { audience, holdSeconds: settings.newsletter.holdSeconds })
    const text = 'The newsletter status has been updated successfully.'
    const reason = getWaitingReason(await findSendingState({ db, settings, mailStatus }))
    return { ...saveResult, text: reason ? `${text} Its emails are waiting, because ${reason}.` : text }
  },
  ({ context, id }) => ({ redirectOnRefusal: redirectIfSent(context, id, 'Failed to update newsletter status') }),
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SendNewsletter() {
  const { mail, missing, unnamed } = useLoaderData<typeof loader>()
  return (
    <>
      <MailNotice sending={mail} />
      <MissingPictures missing={missing} />
      <UnnamedPictures unnamed={unnamed} />
      <SendForm />
    </>
  )
}

function UnnamedPictures({ unnamed }: { unnamed: { id: number; title: string }[] }) {
  if (unnamed.length === 0) return null
  return (
    <section
      aria-labelledby="unnamed"
      className="my-4 flex max-w-3xl gap-2 rounded-sm border-2 border-amber bg-amber-tint p-3"
    >
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0 text-amber" />
      <div className="min-w-0">
        <p id="unnamed" className="font-bold">
          {unnamed.length === 1 ? '1 picture has no names yet' : `${unnamed.length} pictures have no names yet`}
        </p>
        <p>
          A student who said no to photos may be in {unnamed.length === 1 ? 'it' : 'them'}. You can’t take back an email
          once it is sent.
        </p>
        <ul className="mt-1">
          {unnamed.map(({ id, title }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4">
              <span className="min-w-0 break-words">{title}</span>
              <PictureStudentsLink kind="newsletter" id={id} title={title} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const describeAttachments = (number: number) =>
  number === 0 ? 'It has no attachments.' : number === 1 ? 'It has 1 attachment.' : `It has ${number} attachments.`

function SendForm() {
  const { newsletter, readers, undeliverable, holdSeconds, mail } = useLoaderData<typeof loader>()
  const { id, title, attached, leaving } = newsletter
  const [form, fields] = useSiteForm<{ audience: string; when: string; day?: string; time?: string }>({
    id: 'send',
    intent: 'send',
    result: useActionData<typeof action>()?.result,
    defaultValue: leaving ? { ...leaving, when: 'later' } : { audience: 'all', when: 'now' },
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  return (
    <SectionCard id="send-heading" title="Send this newsletter?" className="max-w-3xl">
      <p className="mt-3 break-words text-lead font-bold">{title}</p>
      <p className="mt-1">{describeAttachments(attached)}</p>
      <ValidatedForm
        form={form}
        errorTitle={form.errors && 'The newsletter was not sent'}
        intent="send"
        failure={{ text: (status) => `Failed to update newsletter status: ${status}` }}
        replace
        className="mt-6 space-y-6"
      >
        <ChoiceField
          field={fields.audience}
          label="Who gets it?"
          options={[
            { value: 'all', label: 'Everyone', hint: `It goes to ${formatPeopleCount(readers.all)}.` },
            {
              value: 'guardians',
              label: 'Guardians only',
              hint: `It goes to ${formatPeopleCount(readers.guardians)}.`,
            },
          ]}
        />
        {undeliverable > 0 && (
          <p>
            {undeliverable === 1 ? '1 address does not work and is' : `${undeliverable} addresses do not work and are`}{' '}
            left out.{' '}
            <Link to={paths.dashboard.newsletter.subscribers.list} className="inline-flex min-h-target items-center">
              See Subscribers
            </Link>
          </p>
        )}
        <ChoiceField
          field={fields.when}
          label="When?"
          options={[
            {
              value: 'now',
              label: 'Now',
              hint:
                mail.route === 'none'
                  ? 'It waits until email is set up. You can stop it until then.'
                  : holdSeconds > 0
                    ? `You can stop it for ${formatSeconds(holdSeconds)} after you press the button.`
                    : 'It goes out right away. You can’t stop it.',
            },
            {
              value: 'later',
              label: 'Later',
              hint: `It goes out on the day and at the time below${mail.route === 'none' ? ', if email is set up by then' : ''}. Until then you can change it or delete it.`,
            },
          ]}
        />
        <div className="only-for-later grid gap-6 sm:grid-cols-2">
          <DateField field={fields.day} label="Day" requiredWhen="(required for ‘Later’)" />
          <TextField
            field={fields.time}
            label="Time"
            requiredWhen="(required for ‘Later’)"
            hint="For example 09:30."
            type="time"
          />
        </div>
        <p>Once it has gone out, you can’t change it or send it again.</p>
        <div className="flex flex-wrap gap-3">
          <SubmitButton className="w-full sm:w-auto" submitLabel="Send Newsletter" pendingLabel="Sending...">
            <Icon name="send" className="h-5 w-5 shrink-0" />
          </SubmitButton>
          <ButtonLink
            to={paths.dashboard.newsletter.preview(id)}
            variant="secondary"
            className="flex-auto sm:flex-none"
          >
            Preview
          </ButtonLink>
          <ButtonLink to={paths.dashboard.newsletter.one(id)} variant="secondary" className="flex-auto sm:flex-none">
            Cancel
          </ButtonLink>
        </div>
      </ValidatedForm>
    </SectionCard>
  )
}
