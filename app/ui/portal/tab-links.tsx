import * as Tabs from '@radix-ui/react-tabs'
import type { KeyboardEvent, ReactNode } from 'react'
import { useHydrated } from '~/ui/browser/hydrated'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import { closeMenuAround, MenuButton, MenuPanel } from '~/ui/site/menu'

export interface Tab {
  to: string
  label: string
  /** The rest of its label, which only those who listen are told on a narrow page. */
  more?: string
  symbol?: IconName
}

/** Radix activates a tab by Enter on a button; on a link Space has to be handled. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

/** More tabs than this are smaller on a desk, where eight fit one row, a long label in two lines. */
const FEW = 6
/** Letters of a label that stays in one line there. */
const SHORT = 12
/** Radix writes its tabs for buttons, and names panels that only buttons would open: here the one panel is the open tab's. */
function linksOwn(isCurrent: boolean) {
  return isCurrent ? { type: undefined } : { type: undefined, 'aria-controls': undefined }
}

const MENU = 'tabs-menu'

/** On a narrow page the name of the open tab, what stands `beside` it, and a menu with all tabs and `more`. */
function InMenu({
  tabs,
  current,
  more,
  beside,
  children,
}: {
  tabs: readonly Tab[]
  current?: string
  more: ReactNode
  beside: ReactNode
  children: ReactNode
}) {
  const open = tabs.find(({ to }) => to === current)
  return (
    <>
      <div className="menu-only menu-until-sm flex-wrap items-center justify-between gap-3 border-b-2 border-line pb-2">
        <p className="min-w-min flex-1 text-small font-bold leading-tight tiny:basis-full">{open?.label}</p>
        <div className="flex shrink-0 gap-2 tiny:shrink">
          {beside}
          <MenuButton id={MENU} until="menu-until-sm" />
        </div>
      </div>
      <MenuPanel id={MENU} until="menu-until-sm">
        {children}
        <div className="menu-only menu-until-sm pt-2">{more}</div>
      </MenuPanel>
    </>
  )
}

/**
 * Links that become ARIA tabs once scripts run, without losing focus. `children` is the open tab's panel; without
 * `current` a page beside them. With `menu` they and it are in a menu on a narrow page, with what is `beside` its button.
 * Sub-tabs are `isSmall` there.
 */
export function TabLinks({
  tabs,
  current,
  label,
  menu,
  beside,
  isSmall = false,
  children,
}: {
  tabs: readonly Tab[]
  current: string | undefined
  label: string
  menu?: ReactNode
  beside?: ReactNode
  isSmall?: boolean
  children: ReactNode
}) {
  const hydrated = useHydrated()
  const list = (
    <Tabs.List aria-label={label} asChild>
      <ul
        className={classes(
          'no-print flex flex-wrap border-b-2 border-line pb-1 sm:gap-2 sm:pb-3',
          isSmall ? 'gap-1.5' : 'gap-2',
        )}
      >
        {tabs.map((tab) => (
          <li
            key={tab.to}
            role="presentation"
            className={classes(
              'flex min-w-min tiny:min-w-0 sm:flex-none',
              isSmall ? 'flex-auto' : 'flex-[1_1_8.5rem]',
              tabs.length > FEW && tab.label.length > SHORT && 'xl:max-w-[9.5rem]',
            )}
          >
            <Tabs.Trigger value={tab.to} {...linksOwn(tab.to === current)} asChild>
              <Link
                to={tab.to}
                preventScrollReset
                tabIndex={hydrated ? undefined : 0}
                onKeyDown={clickOnSpace}
                onClick={({ currentTarget }) => closeMenuAround(currentTarget)}
                className={classes(
                  'inline-flex flex-auto items-center gap-1.5 rounded border-2 border-line bg-white px-1.5 py-0.5 font-bold leading-tight text-river no-underline hover:bg-tide data-[state=active]:border-river data-[state=active]:bg-tide data-[state=active]:text-ink data-[state=active]:underline data-[state=active]:decoration-[3px] data-[state=active]:underline-offset-4 sm:min-h-control sm:gap-2 sm:px-2 sm:py-2',
                  tabs.length > FEW ? 'xl:text-small xl:leading-tight' : 'lg:px-4',
                  isSmall
                    ? 'min-h-target justify-center text-small leading-tight sm:text-body sm:leading-tight'
                    : 'min-h-[3.3125rem] text-small leading-tight xs:text-body xs:leading-tight',
                )}
              >
                {tab.symbol && (
                  <Icon
                    name={tab.symbol}
                    className={classes('h-5 w-5 shrink-0 sm:h-6 sm:w-6', isSmall && 'hidden sm:block')}
                  />
                )}
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
        <InMenu tabs={tabs} current={current} more={menu} beside={beside}>
          {list}
        </InMenu>
      )}
      {current === undefined ? (
        <div className="pt-2 sm:pt-5">{children}</div>
      ) : (
        <Tabs.Content value={current} asChild>
          {/* Radix writes an animation's length into the server's HTML, which the Content-Security-Policy blocks: removed. */}
          <div style={{ animationDuration: undefined }} className="pt-2 sm:pt-5">
            {children}
          </div>
        </Tabs.Content>
      )}
    </Tabs.Root>
  )
}
