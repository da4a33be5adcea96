import type { AppLoadContext } from '@remix-run/node'
import type { BoardMember } from '~/domain/board/board.server'
import { leftBeforeStart } from '~/domain/board/years'
import { redirectWithMessage } from '~/http/forms/message.server'

const ODD_DATES = 'Please check the dates: the end date is before the start date.'

/** Redirects to the members with a message; end dates before start dates were saved, but are warned about. */
export function toMembers(context: AppLoadContext, text: string, member: BoardMember): Promise<Response> {
  return redirectWithMessage(context, '/dashboard/board', {
    kind: 'success',
    title: 'Success',
    text: leftBeforeStart(member) ? `${text}. ${ODD_DATES}` : text,
  })
}
