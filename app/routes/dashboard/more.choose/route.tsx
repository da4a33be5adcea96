import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { findPortalView } from '~/domain/portal-view/portal-view.server'
import { paths } from '~/paths'
import { saveView } from '~/routes/parts/portal-view/view-action.server'
import { ForTutors, ViewForms } from '~/routes/parts/portal-view/view-forms'
import { defineScreen } from '~/screen'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen({ access: 'user', title: 'What you see', scripts: false })

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  return { isTutor: user.role === 'tutor', view: await findPortalView(args.context.db, user, user.id) }
}

export const action = (args: ActionFunctionArgs) =>
  saveView(args, getUser(args).id, paths.dashboard.more.choose, 'Your pages look like this now.')

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function WhatYouSee() {
  const { isTutor, view } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (isTutor) return <ForTutors title="What you see">Here students choose what their pages show.</ForTutors>
  return (
    <>
      <BackLink to={paths.settings}>My settings</BackLink>
      <h2>What you see</h2>
      <p className="mt-2 text-lead">Today always shows. The rest is under More.</p>
      <ViewForms key={view.version} view={view} answer={answer} path={paths.dashboard.more.choose} />
    </>
  )
}
