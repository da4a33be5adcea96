import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'

/** Prints the page; only with scripts. */
export function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button type="button" variant="secondary" className="no-print" onClick={() => window.print()}>
      Print
    </Button>
  )
}
