import type { AppLoadContext } from '@remix-run/node'
import type { Tutor } from '~/domain/accounts/account'
import { shortDate } from '~/domain/events/days'
import { addSeries } from '~/domain/events/events.server'
import { eventForm } from '~/domain/events/schema'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { dayAddress } from './day-address'

/** Adds the form's event, or one every week or two. Gives a redirect to its day, or the form with its messages. */
export async function addEventOf(form: FormData, tutor: Tutor, context: AppLoadContext) {
  return saving(check(form, eventForm), async ({ repeatUntil, repeat, ...event }) => {
    const { first, last, number } = await addSeries(context.db, tutor, event, repeatUntil, repeat)
    return redirectWithMessage(context, `${dayAddress(first)}#day`, {
      kind: 'success',
      ...(number === 1
        ? { title: 'Event added', text: 'The event has been added successfully.' }
        : {
            title: 'Events added',
            text: `${number} events have been added, one every ${repeat === 'week' ? 'week' : 'two weeks'} until ${shortDate(last)}.`,
          }),
    })
  })
}
