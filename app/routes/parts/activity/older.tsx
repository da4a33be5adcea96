import { useSearchParams } from '@remix-run/react'
import { pathId } from '~/domain/path-id'
import { ButtonLink } from '~/ui/button'
import { LINES } from './lines'

/** The line in an address that a page of the log begins below. */
export const beforeIn = (parameters: URLSearchParams) => pathId(parameters.get('before') ?? undefined) || undefined

/** The way to the next lines of the log, with whatever it is narrowed down to; nothing at its end. */
export function Older({ lines }: { lines: { id: number }[] }) {
  const [parameters] = useSearchParams()
  const last = lines.at(-1)
  if (!last || lines.length < LINES) return null
  const next = new URLSearchParams(parameters)
  next.set('before', String(last.id))
  return (
    <ButtonLink to={`?${next}`} variant="secondary" className="mt-6">
      Older
    </ButtonLink>
  )
}
