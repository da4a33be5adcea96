import { useEffect, useRef } from 'react'
import { useHydrated } from '~/ui/browser/external-store'
import { Button, ButtonLink } from '~/ui/button'

/** A result that is shown only once, such as a new card. Its heading takes the focus, since the form that had it is gone. */
export function OneTimeView({ title, words, donePath }: { title: string; words: string; donePath: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const hydrated = useHydrated()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="no-print">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="prose mt-2">{words}</p>
      <div className="mt-4 flex flex-wrap gap-4">
        {hydrated && (
          <Button type="button" onClick={() => window.print()}>
            Print
          </Button>
        )}
        <ButtonLink to={donePath} variant="secondary" reloadDocument>
          Done
        </ButtonLink>
      </div>
    </div>
  )
}
