import type { SubmissionResult } from '@conform-to/react'
import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/accounts.server'
import { addEvent } from '~/domain/events/events.server'
import { eventForm } from '~/domain/events/schema'
import { check } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { dayAddress } from './day-address'

/** Adds a form's event, for the tab and for its page. Gives the way to the event's day, or what was wrong with the form. */
export async function addEventOf(
  form: FormData,
  tutor: Account,
  context: AppLoadContext,
): Promise<Response | SubmissionResult<string[]>> {
  const submission = check(form, eventForm)
  if (submission.status !== 'success') return submission.reply()
  const event = await addEvent(context.db, tutor, submission.value)
  return redirectWithMessage(context, dayAddress(event), {
    kind: 'success',
    title: 'Event added',
    text: 'The event has been added successfully.',
  })
}
