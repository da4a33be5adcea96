import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf, userOf } from '~/auth/identity.server'
import { newNotice } from '~/domain/notices/notice-schema'
import { addNotice, listNotices } from '~/domain/notices/notices.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readInput } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  return answerCursorPage(args.request, (asked) => listNotices(args.context.db, user, asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const notice = await addNotice(args.context.db, user, await readInput(args.request, newNotice))
  return Response.json(notice, { status: 201 })
}
