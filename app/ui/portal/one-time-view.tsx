import { useEffect, useRef } from 'react'
import { useHydrated } from '~/ui/browser/hydrated'
import { Button, ButtonLink } from '~/ui/button'

/** Shown only once, with the focus on its heading, since the form that had it is gone. */
export function OneTimeView({ title, words, doneAt }: { title: string; words: string; doneAt: string }) {
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
        <ButtonLink to={doneAt} variant="secondary" reloadDocument>
          Done
        </ButtonLink>
      </div>
    </div>
  )
}
