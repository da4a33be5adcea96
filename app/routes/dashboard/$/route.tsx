import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor, requireUser } from '~/auth/identity.server'
import { notFound } from '~/http/refusal'
import { EmptyState } from '~/ui/empty-state'
import { pageTitle } from '~/ui/page-title'

// Tabs of the spec whose screens are still to come. They say so, instead of showing something that does nothing.
const toCome = {
  everyone: ['timetable', 'notices'],
  tutors: ['newsletter'],
}

export async function loader(args: LoaderFunctionArgs) {
  const tab = args.params['*'] ?? ''
  if (toCome.tutors.includes(tab)) await requireTutor(args)
  else await requireUser(args)
  if (!toCome.tutors.includes(tab) && !toCome.everyone.includes(tab)) throw notFound(args.request)
  return null
}

export async function action(args: LoaderFunctionArgs): Promise<never> {
  await requireUser(args)
  throw notFound(args.request)
}

export const meta = pageTitle('Student Portal')

export default function TabToCome() {
  return (
    <EmptyState picture="not-found" title="This part of the portal is not open yet.">
      <p>We are working on it. Your files are in the tab My Files.</p>
    </EmptyState>
  )
}
