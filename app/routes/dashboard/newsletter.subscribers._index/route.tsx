import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { newSubscriber, subscriberButton } from '~/domain/subscribers/schema'
import {
  addSubscriber,
  changeSubscriber,
  findSubscriber,
  findSubscribers,
  findUndeliverable,
  requireNotOnList,
} from '~/domain/subscribers/subscribers.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import {
  createFormAction,
  createIntentAction,
  createPageLoader,
  createSaveResult,
  type TutorRequest,
} from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { SubscriberForm } from '~/routes/parts/newsletters/subscriber-form'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { MessageBox } from '~/ui/dialogs/message'
import { useSaveCount } from '~/ui/forms/use-save-count'
import { Icon } from '~/ui/icon'
import { AddFormLink, isFormRequested, useIsFormAlone } from '~/ui/lists/list-with-forms'
import { getPageNumber } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { SubscriberList } from './subscriber-list'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Subscribers',
  detail: ({ text, ...list }, { search }) =>
    isFormRequested(new URLSearchParams(search))
      ? 'Add Subscriber'
      : [text && `search for ‘${text}’`, formatPageNumber(list)].filter(Boolean).join(', '),
  tab: { label: 'Subscribers', place: 2 },
})

const LIST = paths.dashboard.newsletter.subscribers.list

export const loader = createPageLoader(async (args) => {
  const { searchParams } = new URL(args.request.url)
  const text = (searchParams.get('search') ?? '').slice(0, 200)
  const list = await findSubscribers(args.context.db, args.tutor, { text, page: getPageNumber(searchParams) })
  return { ...list, text, undeliverable: await findUndeliverable(args.context.db, args.tutor) }
})

const addFromForm = createFormAction(
  newSubscriber,
  async (subscriber, { db, tutor }) => {
    await addSubscriber(db, tutor, subscriber)
    return createSaveResult('subscriber', 'added', LIST)
  },
  ({ db, tutor }) => ({
    refused: ({ status }) => `Failed to add subscriber: ${status}`,
    refine: ({ email }) => requireNotOnList(db, tutor, email),
  }),
)

/** Unsubscribes or re-activates, and returns to the same page of the list. */
async function setActive({ request, context, db, tutor }: TutorRequest, form: FormData) {
  const id = parsePathId(String(form.get('id')))
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('index')
  const location = `${pathname}?${searchParams}`.replace(/\?$/, '')
  return handleSubmission(parseForm(form, subscriberButton), (input) =>
    redirectOnFailure(context, { location, failure: FAILURE }, async () => {
      const { active } = input
      // Pressing the button twice is no conflict.
      const before = orNotFound(await findSubscriber(db, tutor, id))
      const isRetried = active && before.active && before.isUndeliverable
      if (before.active !== active || isRetried) await changeSubscriber(db, tutor, id, toChange(input))
      return redirectWithMessage(context, location, {
        kind: 'success',
        title: isRetried ? 'We will try again' : active ? 'Subscriber active again' : 'Subscriber unsubscribed',
        text: active ? 'They will get the next newsletter.' : 'They will not get any more newsletters.',
      })
    }),
  )
}

const FAILURE = 'Failed to update subscriber'

const SET_ACTIVE = 'set-active'

export const action = createIntentAction({ [SET_ACTIVE]: setActive, 'add-subscriber': addFromForm }, addFromForm)

export { SubscribersError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Subscribers() {
  const list = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.form === SET_ACTIVE ? undefined : answer?.result
  const isAdding = useIsFormAlone()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className={classes('min-w-0', isAdding && 'hidden lg:block')}>
        <AddFormLink listPath={LIST} className="w-full lg:hidden">
          Add Subscriber
        </AddFormLink>
        {answer?.form === SET_ACTIVE && answer.result && (
          <MessageBox kind="error" title={FAILURE} text="Please open the page again, and press the button there." />
        )}
        <SubscriberList {...list} />
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonAnchor
            href={paths.dashboard.newsletter.subscribers.exportAll}
            variant="secondary"
            className="flex-auto px-2 sm:flex-none sm:px-5"
          >
            <Icon name="download" className="hidden h-5 w-5 sm:block" />
            <span>
              Export<span className="sr-only sm:not-sr-only"> the list</span> (CSV)
            </span>
          </ButtonAnchor>
          <ButtonLink
            to={paths.dashboard.newsletter.subscribers.import}
            variant="secondary"
            className="flex-auto px-2 sm:flex-none sm:px-5"
          >
            <Icon name="upload" className="hidden h-5 w-5 sm:block" />
            <span>
              Import<span className="sr-only sm:not-sr-only"> a list</span> (CSV)
            </span>
          </ButtonLink>
        </div>
      </div>
      <AddSubscriberPanel result={result} className={classes(!isAdding && 'hidden lg:block')} />
    </div>
  )
}

function AddSubscriberPanel({ result, className }: { result?: SubmissionResult<string[]> | null; className?: string }) {
  const times = useSaveCount('add-subscriber', useActionData())
  return (
    <Card as="section" isSnug id="add" aria-labelledby="add-heading" className={className}>
      <BackLink to={LIST} className="lg:hidden">
        Subscribers
      </BackLink>
      <h3 id="add-heading">Add Subscriber</h3>
      <SubscriberForm key={times} answer={{ result: result ?? undefined }} />
    </Card>
  )
}
