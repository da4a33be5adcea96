import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

const button =
  'flex min-h-control items-center justify-center gap-2 rounded border-2 border-river px-4 font-bold text-river hover:bg-tide'

/** The width of the page from which on a menu's content stands in the page's flow. */
type Until = 'menu-until-sm' | 'menu-until-lg'

/** Opens the MenuPanel of the same `id`; only on narrow pages, where browsers know popovers. */
export function MenuButton({ id, until }: { id: string; until: Until }) {
  return (
    <div className={classes('menu-only', until)}>
      <button type="button" {...{ popovertarget: id }} className={button}>
        <Icon name="menu" className="h-6 w-6" />
        Menu
      </button>
    </div>
  )
}

/**
 * On narrow pages a popover, which Esc closes with or without scripts; on wide ones, and in browsers without popovers,
 * it stands where it is written.
 */
export function MenuPanel({ id, until, children }: { id: string; until: Until; children: ReactNode }) {
  return (
    <div id={id} {...{ popover: 'auto' }} className={classes('menu', until)}>
      <div className={classes('menu-only justify-end pb-2', until)}>
        <button type="button" {...{ popovertarget: id, popovertargetaction: 'hide' }} className={button}>
          <Icon name="close" className="h-6 w-6" />
          Close
        </button>
      </div>
      {children}
    </div>
  )
}

/** Closes the menu that an element stands in, if it is open. Browsers before 2024 know no `hidePopover`. */
export function closeMenuAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover?.()
}
