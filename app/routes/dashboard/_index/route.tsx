import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/auth/identity.server'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args)
  return null
}

export const meta = pageTitle('My Files')

export default function MyFiles() {
  return <h2>My Personal Files</h2>
}
