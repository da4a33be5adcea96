import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { changeTo } from '~/domain/rules'
import { timetableWords } from '~/domain/timetables/schema'
import { changeTimetable, findTimetable, removeTimetable } from '~/domain/timetables/timetables.server'
import { answerRefusedFile, readInput } from '~/http/api.server'
import { notFound } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const { db, uploads } = context
  const timetable = await findTimetable(db, user, pathId(params.id))
  if (!timetable) throw notFound(request)
  if (request.method === 'DELETE') {
    await removeTimetable(db, uploads, user, timetable.id)
    return new Response(null, { status: 204 })
  }
  const change = await readInput(request, changeTo(timetable, timetableWords))
  const changed = await answerRefusedFile(request, changeTimetable(db, uploads, user, timetable.id, change))
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
