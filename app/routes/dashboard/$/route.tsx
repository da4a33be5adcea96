import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor, requireUser } from '~/auth/identity.server'
import { notFound } from '~/http/refusal'
import { EmptyState } from '~/ui/empty-state'
import { pageTitle } from '~/ui/page-title'

// Tutors' tabs of the spec whose screens are still to come. They say so, instead of showing something that does nothing.
const toCome = ['newsletter']

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args)
  if (!toCome.includes(args.params['*'] ?? '')) throw notFound(args.request)
  await requireTutor(args)
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
