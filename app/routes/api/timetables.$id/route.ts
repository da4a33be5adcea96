import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { timetableChange } from '~/domain/timetables/schema'
import { changeTimetable, findTimetable, removeTimetable } from '~/domain/timetables/timetables.server'
import { answerRefusedFile, methods, readInput } from '~/http/api.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'

export const loader = methods('PATCH', 'DELETE')

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  methods('PATCH', 'DELETE')(args)
  const { db, uploads } = context
  const timetable = await findTimetable(db, user, pathId(params.id))
  if (!timetable) throw notFound(request)
  if (request.method === 'DELETE') {
    await removeTimetable(db, uploads, user, timetable.id)
    return new Response(null, { status: 204 })
  }
  const change = await readInput(request, timetableChange(timetable))
  const changed = await answerRefusedFile(request, changeTimetable(db, uploads, user, timetable.id, change))
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
