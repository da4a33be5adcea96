import { useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { ConfirmDelete } from './confirm'

/** The loader of a delete page. */
type Loader = () => Promise<Pick<ComponentProps<typeof ConfirmDelete>, 'what' | 'name' | 'cancelTo'>>

/** The confirmation page for deletions that need nothing but the question. */
export default function DeletePage() {
  return <ConfirmDelete {...useLoaderData<Loader>()} />
}
