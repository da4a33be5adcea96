import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { noticeEdit } from '~/domain/notices/notice-schema'
import { changeNotice, findNotice, noticeInWords } from '~/domain/notices/notices.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { NoticeForm } from '~/routes/parts/notices/notice-form'
import { pageTitle } from '~/ui/browser/page-title'

export async function loader(args: LoaderFunctionArgs) {
  return { notice: orNotFound(await findNotice(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  return saving(
    check(await readForm(request), noticeEdit),
    async (notice) => {
      await changeNotice(context.db, user, pathId(params.id), changeOf(notice))
      return redirectWithMessage(context, '/dashboard/notices', {
        kind: 'success',
        title: 'Notice updated',
        text: 'The notice has been updated successfully.',
      })
    },
    { inWords: noticeInWords },
  )
}

export const meta = pageTitle<typeof loader>('Edit Notice', { of: ({ notice }) => notice.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditNotice() {
  const { notice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { title, text, until, version } = notice
  return (
    <NoticeForm
      heading="Edit Notice"
      notice={{ title, text, until, version }}
      answer={answer}
      submitLabel="Save"
      pendingLabel="Saving..."
    />
  )
}
