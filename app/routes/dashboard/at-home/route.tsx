import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import {
  homeItemRemoval,
  isHomeOn,
  newHomeItem,
  paginateHomeItems,
  showAtHome,
  takeBackFromHome,
} from '~/domain/at-home/at-home.server'
import { findDocument } from '~/domain/files/lists.server'
import { findPhoto } from '~/domain/notices/photos.server'
import { parsePathId } from '~/domain/path-id'
import { findShownParts } from '~/domain/portal-view/portal-view.server'
import { Refused } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { getPartPath } from '~/routes/parts/addresses'
import { HOME_PLACE, HomeItems } from '~/routes/parts/home/show-at-home'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { MessageBox } from '~/ui/dialogs/message'
import { getPageNumber } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import type { Database } from '~db/schema'

export const handle = defineScreen({ access: 'user', bundle: 'home', title: 'What home sees' })

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const page = getPageNumber(new URL(args.request.url).searchParams)
  return {
    isTutor: user.role === 'tutor',
    isOn: await isHomeOn(db, user, user.id),
    items: await paginateHomeItems(db, user, user.id, page),
  }
}

/** The page of a file that the student sees, where the buttons are; for the day, the page that shows all of it. */
async function findItemPath(db: Database, user: Account, fileId: number): Promise<string> {
  if (fileId === 0 && (await findShownParts(db, user))?.includes('day') === false) return getPartPath('day')
  if (await findDocument(db, user, fileId)) return paths.dashboard.files.one(fileId)
  return (await findPhoto(db, user, fileId)) ? paths.dashboard.notices.qqi.one(fileId) : paths.dashboard.index
}

export async function action(args: ActionFunctionArgs) {
  const user = getUser(args)
  const { context } = args
  const form = await readSubmission(args)
  const isShow = selectByIntent(form, { show: true, 'take-back': false })
  const source = form.get(isShow ? 'file' : 'from')
  const fileId = parsePathId(String(source ?? ''))
  const isOnList = !isShow && source === null
  const path = isOnList ? paths.dashboard.atHome : `${await findItemPath(context.db, user, fileId)}#${HOME_PLACE}`
  const place = isOnList ? undefined : HOME_PLACE
  // The page shows the current state, which explains a refusal.
  const redirectOnRefusal = (error: unknown) =>
    error instanceof Refused
      ? redirectWithMessage(context, path, { kind: 'error', title: 'That did not work', text: error.message })
      : undefined
  const show = async ({ file }: { file?: number }) => {
    await showAtHome(context.db, user, file, context.settings.centre)
    const text = 'Your family can see it for 30 days.'
    return redirectWithMessage(context, path, { kind: 'success', title: 'Shown at home', text, place })
  }
  const takeBack = async ({ item }: { item: number }) => {
    await takeBackFromHome(context.db, user, user.id, item)
    const text = 'Your family does not see it any more.'
    return redirectWithMessage(context, path, { kind: 'success', title: 'Taken back', text, place })
  }
  return isShow
    ? handleSubmission(parseForm(form, newHomeItem), show, { redirectOnRefusal })
    : handleSubmission(parseForm(form, homeItemRemoval), takeBack, { redirectOnRefusal })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function WhatHomeSees() {
  const { isTutor, isOn, items } = useLoaderData<typeof loader>()
  const isRefused = useActionData<typeof action>()?.result?.status === 'error'
  if (isTutor)
    return (
      <>
        <h2>What home sees</h2>
        <p className="mt-2">Here students see what they show to their families.</p>
        <ButtonLink to={paths.dashboard.profile.people.list} variant="secondary" className="mt-4">
          People
        </ButtonLink>
      </>
    )
  return (
    <>
      <BackLink to={paths.settings}>My settings</BackLink>
      <h2>What home sees</h2>
      {/* Else the items' forms say so. */}
      {isRefused && items.found === 0 && <MessageBox kind="error" title="That did not work" text="Please try again." />}
      <p className="mt-2 text-lead">
        {!isOn
          ? 'Your family cannot see things here yet. Ask a tutor.'
          : items.found > 0
            ? 'Your family can see these. You choose.'
            : 'You show nothing at home now. Open a photo or a file. Press ‘Show at home’.'}
      </p>
      <HomeItems items={items} action={paths.dashboard.atHome} hidden="We do not show this now. Ask a tutor." />
    </>
  )
}
