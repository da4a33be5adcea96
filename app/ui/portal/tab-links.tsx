import * as Tabs from '@radix-ui/react-tabs'
import type { KeyboardEvent, ReactNode } from 'react'
import { useHydrated } from '~/ui/browser/hydrated'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import { closeMenu, MenuButton, MenuPanel } from '~/ui/site/menu'

export interface Tab {
  to: string
  label: string
  /** The rest of the label, hidden on narrow pages except from screen readers. */
  more?: string
  symbol?: IconName
}

/** Radix's tabs are buttons, which react to Space; links do not. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

/** With more tabs, wide pages show smaller ones, so that eight fit in one row with long labels on two lines. */
const MAX_LARGE_TABS = 6
/** Maximum length in characters of a label that stays on one line there. */
const MAX_ONE_LINE_LABEL = 12
/** Radix expects buttons with a panel each: removes `type`, and `aria-controls` of panels that do not exist. */
function getTriggerProps(isCurrent: boolean) {
  return isCurrent ? { type: undefined } : { type: undefined, 'aria-controls': undefined }
}

const MENU_ID = 'tabs-menu'

/** On narrow pages: the open tab's name, `nextToMenu`, and a menu with all tabs and `more`. */
function TabMenu({
  tabs,
  current,
  more,
  nextToMenu,
  children,
}: {
  tabs: readonly Tab[]
  current?: string
  more: ReactNode
  nextToMenu: ReactNode
  children: ReactNode
}) {
  const open = tabs.find(({ to }) => to === current)
  return (
    <>
      <div className="menu-only menu-until-sm flex-wrap items-center justify-between gap-3 border-b-2 border-line pb-2">
        <p className="min-w-min flex-1 text-small font-bold leading-tight tiny:basis-full">{open?.label}</p>
        <div className="flex shrink-0 gap-2 tiny:shrink">
          {nextToMenu}
          <MenuButton id={MENU_ID} until="menu-until-sm" />
        </div>
      </div>
      <MenuPanel id={MENU_ID} until="menu-until-sm">
        {children}
        <div className="menu-only menu-until-sm pt-2">{more}</div>
      </MenuPanel>
    </>
  )
}

/**
 * Links that become ARIA tabs once scripts run, without losing focus. `children` is the open tab's panel, or without
 * `current` a page outside the tabs. With `menu`, narrow pages put the tabs and `menu` in a menu, and `nextToMenu` next to its
 * button. Sub-tabs are `isSmall` there.
 */
export function TabLinks({
  tabs,
  current,
  label,
  menu,
  nextToMenu,
  isSmall = false,
  children,
}: {
  tabs: readonly Tab[]
  current: string | undefined
  label: string
  menu?: ReactNode
  nextToMenu?: ReactNode
  isSmall?: boolean
  children: ReactNode
}) {
  const hydrated = useHydrated()
  const list = (
    <Tabs.List aria-label={label} asChild>
      <ul className="no-print flex flex-wrap gap-x-1 border-b-2 border-line">
        {tabs.map((tab) => (
          <li
            key={tab.to}
            role="presentation"
            className={classes(
              'flex min-w-min tiny:min-w-0 sm:flex-none',
              isSmall ? 'flex-auto' : 'flex-[1_1_8.5rem]',
              !isSmall && tabs.length > MAX_LARGE_TABS && tab.label.length > MAX_ONE_LINE_LABEL && 'xl:max-w-[9.5rem]',
            )}
          >
            <Tabs.Trigger value={tab.to} {...getTriggerProps(tab.to === current)} asChild>
              <Link
                to={tab.to}
                preventScrollReset
                tabIndex={hydrated ? undefined : 0}
                onKeyDown={clickOnSpace}
                onClick={({ currentTarget }) => closeMenu(currentTarget)}
                className={classes(
                  'inline-flex flex-auto items-center gap-2 px-1.5 pb-2 pt-1 font-bold leading-tight text-river no-underline hover:bg-tide data-[state=active]:border-b-4 data-[state=active]:border-river data-[state=active]:pb-1 data-[state=active]:text-ink sm:min-h-control sm:px-3',
                  tabs.length > MAX_LARGE_TABS ? 'xl:px-2 xl:text-small xl:leading-tight' : 'lg:px-4',
                  isSmall
                    ? 'min-h-target text-small leading-tight sm:text-body sm:leading-tight'
                    : 'min-h-[3.3125rem] text-small leading-tight xs:text-body xs:leading-tight',
                )}
              >
                {tab.symbol && <Icon name={tab.symbol} className="h-5 w-5 shrink-0 sm:h-6 sm:w-6" />}
                <span>
                  {tab.label}
                  {tab.more && <span className="sr-only sm:not-sr-only">{tab.more}</span>}
                </span>
              </Link>
            </Tabs.Trigger>
          </li>
        ))}
      </ul>
    </Tabs.List>
  )
  return (
    <Tabs.Root value={current ?? ''} activationMode="manual">
      {menu === undefined ? (
        list
      ) : (
        <TabMenu tabs={tabs} current={current} more={menu} nextToMenu={nextToMenu}>
          {list}
        </TabMenu>
      )}
      {current === undefined ? (
        <div className="pt-2 sm:pt-5">{children}</div>
      ) : (
        <Tabs.Content value={current} asChild>
          {/* Removes Radix's inline animation style, which the Content-Security-Policy blocks. */}
          <div style={{ animationDuration: undefined }} className="pt-2 sm:pt-5">
            {children}
          </div>
        </Tabs.Content>
      )}
    </Tabs.Root>
  )
}
