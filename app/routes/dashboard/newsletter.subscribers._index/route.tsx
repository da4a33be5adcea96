import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { pathId } from '~/domain/path-id'
import { AlreadyThere } from '~/domain/subscribers/refused'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, findSubscribers, SUBSCRIBERS_A_PAGE, setActive } from '~/domain/subscribers/subscribers.server'
import { readForm } from '~/http/body'
import { check, failed, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { pageIn } from '~/ui/page-links'
import { pageTitle } from '~/ui/page-title'
import { AddPanel } from './add-panel'
import { SubscriberList } from './subscriber-list'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const { searchParams } = new URL(args.request.url)
  const text = (searchParams.get('search') ?? '').slice(0, 200)
  const list = await findSubscribers(args.context.db, { text, page: pageIn(searchParams) })
  return { ...list, text, pages: Math.ceil(list.found / SUBSCRIBERS_A_PAGE) }
}

/** Two kinds of forms: the side panel's, and the button of each row. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const form = await readForm(args.request)
  return form.get('intent') === 'set-active' ? change(args, user, form) : add(args, user, form)
}

async function add({ context }: ActionFunctionArgs, tutor: Account, form: FormData) {
  const submission = check(form, newSubscriber)
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    await addSubscriber(context.db, tutor, submission.value)
  } catch (error) {
    if (!(error instanceof AlreadyThere)) return failed(submission, 'Failed to add subscriber: 500', error)
    const reply = { formErrors: ['Failed to add subscriber: 409'], fieldErrors: { email: [error.message] } }
    return refused(submission.reply(reply), 409)
  }
  return redirectWithMessage(context, '/dashboard/newsletter/subscribers', {
    kind: 'success',
    title: 'Subscriber added',
    text: 'The subscriber has been added successfully.',
  })
}

/** The way back is the page of the list that the button stood on. */
async function change({ request, context }: ActionFunctionArgs, tutor: Account, form: FormData) {
  const active = form.get('active') === 'true'
  const changed = await setActive(context.db, tutor, pathId(String(form.get('id'))), active)
  if (!changed) throw notFound(request)
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('index')
  return redirectWithMessage(context, `${pathname}?${searchParams}`.replace(/\?$/, ''), {
    kind: 'success',
    title: active ? 'Subscriber active again' : 'Subscriber unsubscribed',
    text: active ? 'They will get the next newsletter.' : 'They will get no more newsletters.',
  })
}

export const meta = pageTitle('Subscribers')
export { SubscribersError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

/** Spec section 2, Newsletter tab: the subscribers. */
export default function Subscribers() {
  const list = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <NewsletterTabs current="/dashboard/newsletter/subscribers">
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <div className="flex flex-wrap gap-3">
            <ButtonAnchor href="#add-heading" look="secondary" className="xl:hidden">
              <Icon name="plus" className="h-5 w-5" />
              Add a subscriber
            </ButtonAnchor>
            <ButtonAnchor href="/dashboard/newsletter/subscribers/export" look="secondary">
              <Icon name="download" className="h-5 w-5" />
              Take the list out (CSV)
            </ButtonAnchor>
            <ButtonLink to="/dashboard/newsletter/subscribers/import" look="secondary">
              <Icon name="upload" className="h-5 w-5" />
              Bring a list in (CSV)
            </ButtonLink>
          </div>
          <SubscriberList {...list} />
        </div>
        <AddPanel result={result} />
      </div>
    </NewsletterTabs>
  )
}
