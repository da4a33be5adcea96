import { useEffect } from 'react'
import { useRootData } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import script from './read-aloud.js?url&no-inline'

/** Buttons that read the element with the id `to` aloud, on devices with their own voice. */
export function Listen({ to }: { to: string }) {
  const { saveData } = useRootData()
  // A script element rendered by React in the browser does not run.
  useEffect(() => {
    if (saveData || 'listens' in window) return
    document.head.append(Object.assign(document.createElement('script'), { src: script }))
  }, [saveData])
  if (saveData) return null
  return (
    <div className="listen no-print mt-4 flex-wrap gap-3" data-listen={to}>
      <Button type="button" variant="secondary" value="listen">
        Listen
      </Button>
      <Button type="button" variant="secondary" value="stop">
        Stop
      </Button>
      <Button type="button" variant="secondary" value="slower" aria-pressed="false">
        Slower
      </Button>
      <script src={script} defer />
    </div>
  )
}
