import { useEffect } from 'react'
import { useRootData } from '~/ui/browser/root-data'
import { getButtonClass } from '~/ui/button'
import script from './read-aloud.js?url&no-inline'

/** Buttons that read the element with the id `to` aloud. The script adds them on devices with a local voice. */
export function Listen({ to }: { to: string }) {
  const { saveData } = useRootData()
  // A script element rendered by React in the browser does not run.
  useEffect(() => {
    if (saveData) return
    if ('listens' in window) return (window.listens as () => void)()
    document.head.append(Object.assign(document.createElement('script'), { src: script }))
  }, [saveData])
  if (saveData) return null
  return (
    <div className="listen no-print" data-listen={to}>
      <p
        data-button={getButtonClass('secondary')}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, so that React leaves its content to the script
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <script src={script} defer />
    </div>
  )
}
