import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

const buttonClass =
  'flex min-h-control items-center justify-center gap-2 rounded border-2 border-river px-4 font-bold text-river hover:bg-tide'

/** The page width above which the menu's content is part of the page. */
type MenuBreakpoint = 'menu-until-sm' | 'menu-until-lg'

/** Opens the MenuPanel with the same `id`; only on narrow pages, in browsers with popovers. */
export function MenuButton({ id, until }: { id: string; until: MenuBreakpoint }) {
  return (
    <div className={classes('menu-only', until)}>
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
export function MenuPanel({ id, until, children }: { id: string; until: MenuBreakpoint; children: ReactNode }) {
  return (
    <div id={id} {...{ popover: 'auto' }} className={classes('menu', until)}>
      <div className={classes('menu-only justify-end pb-2', until)}>
        <button type="button" {...{ popovertarget: id, popovertargetaction: 'hide' }} className={buttonClass}>
          <Icon name="close" className="h-6 w-6" />
          Close
        </button>
      </div>
      {children}
    </div>
  )
}

/** Closes the menu around an element, if open. Browsers before 2024 lack `hidePopover`. */
export function closeMenu(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover?.()
}
