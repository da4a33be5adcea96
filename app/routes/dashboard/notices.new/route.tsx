import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { newNotice } from '~/domain/notices/notice-schema'
import { addNotice } from '~/domain/notices/notices.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { NoticeForm } from '~/routes/parts/notices/notice-form'
import { pageTitle } from '~/ui/browser/page-title'

export const loader = () => null

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  return saving(check(await readForm(args.request), newNotice), async (notice) => {
    await addNotice(args.context.db, user, notice)
    return redirectWithMessage(args.context, '/dashboard/notices', {
      kind: 'success',
      title: 'Notice added',
      text: 'Everyone can see it now.',
    })
  })
}

export const meta = pageTitle('Add Notice')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewNotice() {
  const answer = useActionData<typeof action>()
  return <NoticeForm heading="Add Notice" answer={answer} submitLabel="Add Notice" pendingLabel="Adding..." />
}
