import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { addEvent } from '~/domain/events/events.server'
import { eventForm } from '~/domain/events/schema'
import { check, saving } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { dayAddress } from './day-address'

/** Adds the form's event, for the tab and for its page. Returns a redirect to the event's day, or the form with its messages. */
export async function addEventOf(form: FormData, tutor: Account, context: AppLoadContext) {
  return saving(check(form, eventForm), async (event) => {
    const added = await addEvent(context.db, tutor, event)
    return redirectWithMessage(context, dayAddress(added), {
      kind: 'success',
      title: 'Event added',
      text: 'The event has been added successfully.',
    })
  })
}
