import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'

const buttonClass =
  'flex min-h-control items-center justify-center gap-2 rounded border-2 border-river px-4 font-bold text-river hover:bg-tide'

/** Opens the MenuPanel with the same `id`; only on narrow pages, in browsers with popovers. */
export function MenuButton({ id }: { id: string }) {
  return (
    <div className="menu-only">
      <button type="button" {...{ popovertarget: id }} className={buttonClass}>
        <Icon name="menu" className="h-6 w-6" />
        Menu
      </button>
    </div>
  )
}

/**
 * On narrow pages a popover, which Esc closes even without scripts. On wide ones, and in browsers without popovers, its
 * content is part of the page.
 */
export function MenuPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} {...{ popover: 'auto' }} className="menu">
      <div className="menu-only justify-end pb-2">
        <button type="button" {...{ popovertarget: id, popovertargetaction: 'hide' }} className={buttonClass}>
          <Icon name="close" className="h-6 w-6" />
          Close
        </button>
      </div>
      {children}
    </div>
  )
}
