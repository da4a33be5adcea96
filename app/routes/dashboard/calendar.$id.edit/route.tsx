import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { isoDay } from '~/domain/events/days'
import { changeEvent, findEvent } from '~/domain/events/events.server'
import { eventForm } from '~/domain/events/schema'
import { readForm } from '~/http/body'
import { check, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'
import { Card } from '~/ui/card'
import { pageTitle } from '~/ui/page-title'
import { dayAddress } from '../calendar._index/day-address'
import { EventForm } from '../calendar._index/event-form'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const event = await findEvent(args.context.db, pathId(args.params.id))
  if (!event) throw notFound(args.request)
  return { event }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const submission = check(await readForm(args.request), eventForm)
  if (submission.status !== 'success') return refused(submission.reply())
  const event = await changeEvent(args.context.db, user, pathId(args.params.id), submission.value)
  if (!event) throw notFound(args.request)
  return redirectWithMessage(args.context, dayAddress(event), {
    kind: 'success',
    title: 'Event updated',
    text: 'The event has been updated successfully.',
  })
}

export const meta = pageTitle('Edit Event')

export default function EditEvent() {
  const { event } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, title, description, time, location } = event
  return (
    <Card className="max-w-2xl">
      <h2>Edit Event</h2>
      <EventForm
        to={`/dashboard/calendar/${id}/edit`}
        result={answer?.result}
        event={{ title, description, time, location, date: isoDay(event) }}
        deed="Save"
        doing="Saving..."
        cancelTo={dayAddress(event)}
      />
    </Card>
  )
}
