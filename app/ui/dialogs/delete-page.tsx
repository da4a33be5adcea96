import { type MetaFunction, useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from './confirm'

/** What the loader of a delete page gives. */
type Loader = () => Promise<Pick<ComponentProps<typeof ConfirmDelete>, 'what' | 'name' | 'cancelTo'>>

/** The title of a delete page. */
export const meta: MetaFunction<Loader> = (args) =>
  pageTitle<Loader>(args.data ? `Delete ${args.data.what}` : 'Delete', { of: ({ name }) => name })(args)

/** The page that asks before a record is deleted, where the question says all. */
export default function DeletePage() {
  return <ConfirmDelete {...useLoaderData<Loader>()} />
}
