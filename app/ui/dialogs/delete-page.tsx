import { useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { ConfirmDelete } from './confirm'

/** What the loader of a delete page gives. */
type Loader = () => Promise<Pick<ComponentProps<typeof ConfirmDelete>, 'what' | 'name' | 'cancelTo'>>

/** The page that asks before a record is deleted, where the question says all. */
export default function DeletePage() {
  return <ConfirmDelete {...useLoaderData<Loader>()} />
}
