import { Meta } from '@remix-run/react'
import { useRefusedForms } from '~/ui/browser/refused-forms'

/** The page's title and description, made again when a form on it is refused or saved. */
export function PageMeta() {
  useRefusedForms()
  return <Meta />
}
