import * as Tabs from '@radix-ui/react-tabs'
import type { KeyboardEvent, ReactNode } from 'react'
import { useHydrated } from '~/ui/browser/external-store'
import { classes } from '~/ui/classes'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'

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

/** More tabs are smaller, so that eight fit in one row of a wide page and in two of a phone, with long labels on two lines. */
const MAX_LARGE_TABS = 6
/** Maximum length in characters of a label that stays on one line there. */
const MAX_ONE_LINE_LABEL = 12
/** Radix expects buttons with a panel each: removes `type`, and `aria-controls` of panels that do not exist. */
function getTriggerProps(isCurrent: boolean) {
  return isCurrent ? { type: undefined } : { type: undefined, 'aria-controls': undefined }
}

/**
 * Links that become ARIA tabs once scripts run, without losing focus. `children` is the open tab's panel, or without
 * `current` a page outside the tabs. Sub-tabs are `isSmall` on narrow pages, where many tabs have their symbols above their labels.
 */
export function TabLinks({
  tabs,
  current,
  label,
  isSmall = false,
  children,
}: {
  tabs: readonly Tab[]
  current: string | undefined
  label: string
  isSmall?: boolean
  children: ReactNode
}) {
  const hydrated = useHydrated()
  const areMany = tabs.length > MAX_LARGE_TABS
  return (
    <Tabs.Root value={current ?? ''} activationMode="manual">
      <Tabs.List aria-label={label} asChild>
        <ul className={classes('no-print flex flex-wrap border-b-2 border-line sm:gap-x-1', !areMany && 'gap-x-1')}>
          {tabs.map((tab) => (
            <li
              key={tab.to}
              role="presentation"
              className={classes(
                'flex min-w-min tiny:min-w-0 sm:flex-none',
                isSmall || areMany ? 'flex-auto' : 'flex-[1_1_8.5rem]',
                !isSmall && areMany && tab.label.length > MAX_ONE_LINE_LABEL && 'max-w-24 sm:max-w-[9.5rem]',
              )}
            >
              <Tabs.Trigger value={tab.to} {...getTriggerProps(tab.to === current)} asChild>
                <Link
                  to={tab.to}
                  preventScrollReset
                  tabIndex={hydrated ? undefined : 0}
                  onKeyDown={clickOnSpace}
                  className={classes(
                    'inline-flex flex-auto items-center pb-2 pt-1 font-bold leading-tight text-river no-underline hover:bg-tide data-[state=active]:border-b-4 data-[state=active]:border-river data-[state=active]:pb-1 data-[state=active]:text-ink sm:min-h-control sm:gap-2 sm:px-3',
                    areMany
                      ? 'flex-col px-0.5 text-center text-[0.9375rem] leading-tight sm:flex-row sm:text-left sm:text-body sm:leading-tight xl:px-2 xl:text-small xl:leading-tight'
                      : 'gap-2 px-1.5 lg:px-4',
                    isSmall
                      ? 'min-h-target text-small leading-tight sm:text-body sm:leading-tight'
                      : !areMany && 'min-h-[3.3125rem] text-small leading-tight xs:text-body xs:leading-tight',
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
