import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { getUser } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { USE_EXPLANATIONS, useNames, WITHDRAWN_TEXT } from '~/domain/consent/consents'
import {
  type CurrentConsent,
  findCurrentConsents,
  findUndoableWithdrawal,
  listConsentsToConfirm,
  saveOwnWord,
  undoWithdrawal,
  withdrawConsent,
} from '~/domain/consent/consents.server'
import { countPicturesOfStudent, hasUnnamed } from '~/domain/consent/pictures.server'
import { type OwnWordForm, ownWord, withdrawal, withdrawalUndo } from '~/domain/consent/schema'
import { formatDate } from '~/domain/events/days'
import { Refused } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { ConsentQuestion } from '~/routes/parts/consent/consent-question'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { MessageBox, MessageTarget, useMessageAt } from '~/ui/dialogs/message'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { type PhotoUse, photoUses } from '~db/choices'
import type { Database } from '~db/schema'

export const handle = defineScreen({ access: 'user', bundle: 'home', title: 'Photos of you' })

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  return {
    isTutor: user.role === 'tutor',
    consents: await findCurrentConsents(db, user, user.id),
    undoable: await findUndoableWithdrawal(db, user),
    unconfirmed: await listConsentsToConfirm(db, user),
  }
}

async function describeWithdrawal(db: Database, student: Account, use: PhotoUse): Promise<string> {
  if (use === 'print' || use === 'home') return WITHDRAWN_TEXT[use]
  const isNamed = (await countPicturesOfStudent(db, student, student.id, use)) > 0
  const parts = [isNamed ? WITHDRAWN_TEXT.named : WITHDRAWN_TEXT.notNamed]
  if (isNamed && use !== 'gallery') parts.push(WITHDRAWN_TEXT.cached)
  if (use === 'newsletter') parts.push(WITHDRAWN_TEXT.emails)
  if (await hasUnnamed(db, student, use)) parts.push(WITHDRAWN_TEXT.unnamed)
  return parts.join(' ')
}

/** The id of the place for a withdrawal's message, with its Undo. */
const WITHDRAWN = 'withdrawn'

export async function action(args: ActionFunctionArgs) {
  const form = await readSubmission(args)
  // Each permission has a form, whose intent is the use.
  const withdrawals = Object.fromEntries(photoUses.map((use) => [use, handleWithdrawal]))
  const actions = { ...withdrawals, 'own-word': handleOwnWord, undo: handleUndo }
  return selectByIntent(form, actions, handleWithdrawal)(args, form)
}

/** Returns to the next question, except after a withdrawal, whose page offers Undo. */
async function handleOwnWord(args: ActionFunctionArgs, form: FormData) {
  const user = getUser(args)
  const { db } = args.context
  const returnPath = form.get('from') === 'today' ? paths.dashboard.index : paths.dashboard.photosOfYou
  const saveWord = async ({ consent, word }: OwnWordForm) => {
    const { use, answer } = await saveOwnWord(db, user, consent, word)
    if (word === 'no' && answer === 'yes') return redirectAfterWithdrawal(args, use)
    const texts = {
      yes: `You say ${answer === 'yes' ? 'yes' : 'no'} to photos ${useNames[use].where}.`,
      no: 'Your tutor can see this. They will ask you again.',
      later: 'We will ask you on another day.',
    }
    return redirectWithMessage(args.context, returnPath, { kind: 'success', title: 'Thank you', text: texts[word] })
  }
  // The question may no longer be there to show why.
  const redirectOnRefusal = (error: unknown) =>
    error instanceof Refused
      ? redirectWithMessage(args.context, returnPath, {
          kind: 'error',
          title: 'That did not work',
          text: error.message,
        })
      : undefined
  return handleSubmission(parseForm(form, ownWord), saveWord, { redirectOnRefusal })
}

async function handleWithdrawal(args: ActionFunctionArgs, form: FormData) {
  const user = getUser(args)
  return handleSubmission(parseForm(form, withdrawal), async ({ use }) => {
    await withdrawConsent(args.context.db, user, user.id, use)
    return redirectAfterWithdrawal(args, use)
  })
}

async function redirectAfterWithdrawal(args: ActionFunctionArgs, use: PhotoUse) {
  const text = await describeWithdrawal(args.context.db, getUser(args), use)
  const message = { kind: 'success', title: 'Done', text, place: WITHDRAWN } as const
  return redirectWithMessage(args.context, paths.dashboard.photosOfYou, message)
}

async function handleUndo(args: ActionFunctionArgs, form: FormData) {
  const user = getUser(args)
  return handleSubmission(parseForm(form, withdrawalUndo), async ({ withdrawal }) => {
    const use = await undoWithdrawal(args.context.db, user, withdrawal)
    const text = `You say yes again to photos ${useNames[use].where}.`
    return redirectWithMessage(args.context, paths.dashboard.photosOfYou, { kind: 'success', title: 'Done', text })
  })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PhotosOfYou() {
  const { isTutor, consents, undoable, unconfirmed } = useLoaderData<typeof loader>()
  if (isTutor)
    return (
      <>
        <h2>Photos of you</h2>
        <p className="mt-2">Here students see what they said about photos of them.</p>
        <ButtonLink to={paths.dashboard.profile.people.photos.list} variant="secondary" className="mt-4">
          Photo permissions
        </ButtonLink>
      </>
    )
  return (
    <>
      <BackLink to={paths.settings}>My settings</BackLink>
      <h2>Photos of you</h2>
      <p className="mt-2 text-lead">They are photos of you. So you choose.</p>
      <WithdrawalMessage undoable={undoable} />
      <div className="mt-4">
        <ConsentQuestion consent={unconfirmed[0]} from="photos" />
      </div>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2">
        {consents.map((one) => (
          <PermissionCard key={one.use} {...one} />
        ))}
      </ul>
      <p className="mt-6 text-lead">Do you want to change a no to a yes? Ask a tutor.</p>
    </>
  )
}

/** Says what a withdrawal did. Undo stays while it is being sent, and if sending fails. */
function WithdrawalMessage({ undoable }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'undoable'>) {
  const message = useMessageAt(WITHDRAWN)
  const [lastMessage, setLastMessage] = useState(message)
  if (message && message !== lastMessage) setLastMessage(message)
  const visibleMessage = message ?? (undoable && lastMessage)
  if (!visibleMessage) return null
  return (
    <div className="mt-4">
      <MessageTarget key={undoable?.id} id={WITHDRAWN}>
        <MessageBox {...visibleMessage} isAnnounced={false}>
          {undoable && (
            <PostForm intent="undo" failure="That did not work" isTyped={false} className="mt-2">
              <input type="hidden" name="withdrawal" value={undoable.id} />
              <SubmitButton
                variant="secondary"
                submitLabel="Undo"
                pendingLabel="Saving..."
                about={useNames[undoable.use].label}
              />
            </PostForm>
          )}
        </MessageBox>
      </MessageTarget>
    </div>
  )
}

const answerTexts = {
  yes: 'You said yes.',
  no: 'You said no.',
  withdrawn: 'You changed your yes to a no.',
  again: 'Your yes has run out. A tutor will ask you again.',
  'not asked': 'Nobody has asked you yet.',
}

function PermissionCard({ use, state, last }: CurrentConsent) {
  return (
    <Card as="li" isSnug>
      <h3>{useNames[use].label}</h3>
      <p>{USE_EXPLANATIONS[use]}</p>
      <p className="mt-2 font-bold">{answerTexts[state]}</p>
      {last?.ownWord === 'no' && <p>You said that this is not right. A tutor will ask you again.</p>}
      {state === 'yes' && (
        <>
          {last?.until && <p>It ends on {formatDate(last.until)}.</p>}
          <PostForm intent={use} failure="That did not work" isTyped={false} className="mt-4">
            <input type="hidden" name="use" value={use} />
            <SubmitButton
              variant="secondary"
              className="w-full sm:w-auto"
              submitLabel="Not any more"
              pendingLabel="Saving..."
              about={useNames[use].label}
            />
          </PostForm>
        </>
      )}
    </Card>
  )
}
